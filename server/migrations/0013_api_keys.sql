-- API keys of organizations. Takes no lock on existing tables but workspace and organization (foreign key, grants); way back: drop the table and the function.

create table api_key (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  role text not null check (role in ('member', 'workspace_admin', 'org_admin')),
  hash bytea not null,
  prefix text not null,
  created_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (organization_id, id)
);
comment on column api_key.prefix is 'The first signs of the key, to tell it from others; the rest cannot be guessed from them.';
create index api_key_hash on api_key (hash);
call tenant_table('api_key');

-- A key says which organization it is of; nothing is known of the caller before.
create policy dispatch on api_key for select to desk_dispatch using (true);
create policy dispatch on workspace for select to desk_dispatch using (true);
grant select on api_key, workspace to desk_dispatch;
create function api_key_of(key_hash bytea)
  returns table (organization_id uuid, id uuid, name text, role text, expires_at timestamptz, last_used_at timestamptz,
                 default_workspace_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select k.organization_id, k.id, k.name, k.role, k.expires_at, k.last_used_at, w.id
  from api_key k join workspace w on w.organization_id = k.organization_id and w.is_default
  where k.hash = key_hash
$$;
alter function api_key_of(bytea) owner to desk_dispatch;
revoke execute on function api_key_of(bytea) from public;
grant execute on function api_key_of(bytea) to desk_app;
