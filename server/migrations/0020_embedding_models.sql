-- Vectors of two models beside each other while one replaces the other. Locks chunk_embedding while its key is built anew. Way back: drop the table and the function, remove all but one model's rows, restore the key.

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
