-- People, sessions, organizations, workspaces, memberships. Takes no lock on existing tables; way back: drop these tables.

-- Global, without row-level security: somebody who signs in belongs to no organization yet, and may belong to several.
create table app_user (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  locale text not null,
  email_verified_at timestamptz,
  created_at timestamptz not null
);
comment on column app_user.email_key is 'The address as it is compared: NFC, lower case.';

-- Apart from app_user: other ways to sign in stand beside it, and reading a name never reads a hash.
create table user_password (
  user_id uuid primary key references app_user (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

-- One sign-in. Its tokens come and go by rotation; revoking the session ends them all (the "family" of refresh tokens).
create table session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_of_user on session (user_id) where revoked_at is null;

create table session_token (
  hash bytea primary key,
  session_id uuid not null references session (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_token_session on session_token (session_id);

-- Attempts that have not (yet) proven right. `account` and `network` are digests: no address is kept here.
create table login_attempt (
  id uuid primary key,
  account bytea not null,
  network bytea not null,
  at timestamptz not null
);
create index login_attempt_account on login_attempt (account, at);
create index login_attempt_network on login_attempt (network, at);
create index login_attempt_at on login_attempt (at);

grant select, insert, update, delete on app_user, user_password, session, session_token, login_attempt to desk_app;

-- The root of each organization's rows. A slug names one organization of the installation, so its uniqueness is global.
create table organization (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  created_at timestamptz not null,
  version integer not null default 1
);
alter table organization enable row level security;
alter table organization force row level security;
create policy organization on organization to desk_app
  using (id = current_organization()) with check (id = current_organization());
grant select, insert, update on organization to desk_app;

create table workspace (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index workspace_default on workspace (organization_id) where is_default;
call tenant_table('workspace');

create table membership (
  organization_id uuid not null references organization (id),
  id uuid not null,
  user_id uuid not null references app_user (id) on delete cascade,
  workspace_id uuid,
  role text not null check (role in ('member', 'workspace_admin', 'org_admin')),
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique nulls not distinct (organization_id, user_id, workspace_id),
  foreign key (organization_id, workspace_id) references workspace (organization_id, id),
  check ((role = 'org_admin') = (workspace_id is null))
);
create index membership_user on membership (user_id);
call tenant_table('membership');

-- Signing in looks across organizations: everybody may read where they themselves belong, and what it is called.
create policy own_membership on membership for select to desk_app using (user_id = acting_user());
create policy own_organization on organization for select to desk_app
  using (exists (select from membership m where m.organization_id = organization.id and m.user_id = acting_user()));
create policy own_workspace on workspace for select to desk_app
  using (exists (select from membership m where m.organization_id = workspace.organization_id and m.user_id = acting_user()));
