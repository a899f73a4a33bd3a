-- The policy and the settings as they were, so that decisions can be replayed and changes taken back. New tables: no locks. Way back: drop them.

create table policy_snapshot (
  organization_id uuid not null,
  revision int not null,
  policy jsonb not null,
  -- Null where it was saved before its author was noted.
  author_id text,
  author_name text,
  saved_at timestamptz not null,
  primary key (organization_id, revision)
);
call tenant_table('policy_snapshot');

create table settings_snapshot (
  organization_id uuid not null,
  version int not null,
  doc jsonb not null,
  author_id text,
  author_name text,
  saved_at timestamptz not null,
  primary key (organization_id, version)
);
call tenant_table('settings_snapshot');
-- What was is not changed afterwards.
revoke update, delete on policy_snapshot, settings_snapshot from desk_app;
