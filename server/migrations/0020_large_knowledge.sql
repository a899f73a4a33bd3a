-- Vectors of two models beside each other, and candidates from the database. Locks chunk_embedding while its key is built anew, document for an instant. Way back: drop the new tables, functions and column, remove all but one model's rows, restore the key.

alter table chunk_embedding drop constraint chunk_embedding_pkey;
alter table chunk_embedding add primary key (organization_id, chunk_id, model);

-- Whose vectors the organization's questions are compared with. Another configured model takes its place when all documents have vectors of it.
create table embedding_in_use (
  organization_id uuid not null,
  model text not null,
  primary key (organization_id)
);
call tenant_table('embedding_in_use');

create policy dispatch on embedding_in_use for select to desk_dispatch using (true);
grant select (organization_id, model) on embedding_in_use to desk_dispatch;
grant select (embedding_attempts) on document to desk_dispatch;

-- The sweeper's eyes: organizations that could go over to this model. Documents that are given up (ten tries) hold nobody up. Ids only.
create function replaceable_models(wanted_model text)
  returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select u.organization_id from embedding_in_use u
    where u.model <> wanted_model
      and not exists (
        select from document d
          where d.organization_id = u.organization_id and d.active_version is not null and d.embedding_attempts < 10
            and (d.embedded_version is distinct from d.active_version or d.embedded_model is distinct from wanted_model))
$$;
alter function replaceable_models(text) owner to desk_dispatch;
revoke execute on function replaceable_models(text) from public;
grant execute on function replaceable_models(text) to desk_app;

-- The stems of each passage, as the retrieval engine makes them: what candidates are found by in organizations that are too
-- large for an index of everything in memory.
create table chunk_terms (
  organization_id uuid not null,
  chunk_id uuid not null,
  document_id uuid not null,
  version int not null,
  terms tsvector not null,
  primary key (organization_id, chunk_id),
  foreign key (organization_id, chunk_id) references chunk (organization_id, id) on delete cascade
) partition by hash (organization_id);
create index chunk_terms_gin on chunk_terms using gin (terms);
create index chunk_terms_of on chunk_terms (organization_id, document_id, version);
call tenant_table('chunk_terms');
do $$
begin
  for remainder in 0..15 loop
    execute format('create table chunk_terms_%s partition of chunk_terms for values with (modulus 16, remainder %s)', remainder, remainder);
    execute format('call tenant_table(%L)', 'chunk_terms_' || remainder);
  end loop;
end $$;

-- The version whose passages have their terms. A constant default: an instant lock on document.
alter table document add column terms_version int;

create policy dispatch on chunk_terms for select to desk_dispatch using (true);
grant select on chunk_terms to desk_dispatch;
grant select (enabled, collection_id) on document to desk_dispatch;

-- A stem as a query, whatever is in it.
create function stem_query(stem text) returns tsquery language sql immutable parallel safe
  return ('''' || replace(replace(stem, '\', '\\'), '''', '''''') || '''')::tsquery;

-- Documents that serve with a passage that has one of these stems; those with most of them in one passage first, if `ranked`. Under
-- row-level security @@ is a filter only, as it is not leakproof, and no index would be used: so this runs as a role that
-- sees all rows, and takes the organization from the session, never from whoever calls it.
create function documents_with(stems text[], collections uuid[], ranked boolean, most int)
  returns table (document_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.document_id from chunk_terms t
    join document d on d.organization_id = t.organization_id and d.id = t.document_id and d.active_version = t.version
    where t.organization_id = current_organization()
      and t.terms @@ (select string_agg(stem_query(stem)::text, ' | ')::tsquery from unnest(stems) stem)
      and d.enabled and d.collection_id = any(collections)
    group by t.document_id
    order by max(case when ranked then (select count(*) from unnest(stems) stem where t.terms @@ stem_query(stem)) end) desc nulls last,
      t.document_id
    limit most
$$;
alter function documents_with(text[], uuid[], boolean, int) owner to desk_dispatch;
revoke execute on function documents_with(text[], uuid[], boolean, int) from public;
grant execute on function documents_with(text[], uuid[], boolean, int) to desk_app;
