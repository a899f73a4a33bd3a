-- What passages mean, as vectors. New columns are nullable or have a constant default: an instant lock on document. Way back: drop them and the table.

-- A table of its own, in the partitions of chunk: passages are read without their vectors, and a model is replaced by
-- writing these rows again. One row for a passage: vectors of two models never stand beside each other.
create table chunk_embedding (
  organization_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  version int not null,
  model text not null,
  embedding halfvec not null,
  primary key (organization_id, chunk_id),
  foreign key (organization_id, chunk_id) references chunk (organization_id, id) on delete cascade
) partition by hash (organization_id);
create index chunk_embedding_of on chunk_embedding (organization_id, document_id, version);
call tenant_table('chunk_embedding');
do $$
begin
  for remainder in 0..15 loop
    execute format('create table chunk_embedding_%s partition of chunk_embedding for values with (modulus 16, remainder %s)', remainder, remainder);
    execute format('call tenant_table(%L)', 'chunk_embedding_' || remainder);
  end loop;
end $$;

alter table document
  -- The version whose passages have vectors, all of them, and the model that made them.
  add column embedded_version int,
  add column embedded_model text,
  -- Until then nobody takes the document to embed it: the lease of whoever does, or the wait after a failure.
  add column embedding_due timestamptz,
  add column embedding_attempts int not null default 0;
create index document_to_embed on document (organization_id, id)
  where active_version is not null and embedded_version is distinct from active_version;
create index document_embedded_by on document (embedded_model) where embedded_model is not null;

grant select (active_version, embedded_version, embedded_model, embedding_due) on document to desk_dispatch;

-- The sweeper's eyes: documents of any organization that serve without vectors of this model. Ids only.
create function unembedded_documents(wanted_model text)
  returns table (organization_id uuid, document_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select d.organization_id, d.id from document d
    where d.active_version is not null and d.embedded_version is distinct from d.active_version
      and (d.embedding_due is null or d.embedding_due < clock_timestamp())
  union
  -- Not <>, which no index serves.
  select d.organization_id, d.id from document d
    where (d.embedded_model < wanted_model or d.embedded_model > wanted_model)
      and d.active_version is not null
      and (d.embedding_due is null or d.embedding_due < clock_timestamp())
$$;
alter function unembedded_documents(text) owner to desk_dispatch;
revoke execute on function unembedded_documents(text) from public;
grant execute on function unembedded_documents(text) to desk_app;
