-- Account mail, password resets, invitations; versions of workspaces and memberships. Locks workspace, membership and session for a moment; way back: drop what is added here.

-- Global like app_user: whoever resets a password may belong to several organizations, or to none. One for each person,
-- so that only the newest link works.
create table password_reset (
  user_id uuid primary key references app_user (id) on delete cascade,
  hash bytea not null unique,
  expires_at timestamptz not null
);
create index password_reset_expiry on password_reset (expires_at);

-- Mail about accounts: written in the transaction of its cause, sent by a job. Global: a reset concerns no organization.
create table account_mail (
  id uuid primary key,
  kind text not null check (kind in ('password_reset', 'password_changed', 'invitation')),
  state text not null check (state in ('asked', 'waiting', 'kept', 'sent', 'failed')),
  recipient text not null,
  content_sealed text,
  origin jsonb,
  error text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz
);
comment on column account_mail.state is 'asked: a reset for an address that nobody has looked up yet. kept: there is no SMTP_URL.';
comment on column account_mail.content_sealed is 'Subject and text, links included; gone once the mail is sent or has expired.';
comment on column account_mail.origin is 'The request behind a reset that is asked for, until it is looked at.';
create index account_mail_expiry on account_mail (expires_at);

grant select, insert, update, delete on password_reset, account_mail to desk_app;

create index session_expiry on session (expires_at);
create index session_token_access_expiry on session_token (expires_at) where kind = 'access';

alter table workspace add column version integer not null default 1;
create unique index workspace_name on workspace (organization_id, lower(name));
alter table membership add column version integer not null default 1;

create table invitation (
  organization_id uuid not null references organization (id),
  id uuid not null,
  email text not null,
  email_key text not null,
  role text not null check (role in ('member', 'workspace_admin', 'org_admin')),
  workspace_id uuid,
  shown_hash bytea not null,
  mailed_hash bytea not null,
  invited_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, workspace_id) references workspace (organization_id, id) on delete cascade,
  check ((role = 'org_admin') = (workspace_id is null))
);
comment on column invitation.shown_hash is 'Of the token that the inviter was shown; either opens the invitation.';
comment on column invitation.mailed_hash is 'Of the token in the mail: whoever has it reads mail at this address.';
create unique index invitation_open on invitation (organization_id, email_key) where accepted_at is null;
create index invitation_shown on invitation (shown_hash);
create index invitation_mailed on invitation (mailed_hash);
call tenant_table('invitation');

-- Whoever holds a token does not say which organization it is of.
create policy dispatch on invitation for select to desk_dispatch using (true);
grant select on invitation to desk_dispatch;
create function invitation_of(token_hash bytea) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.organization_id, i.id from invitation i where i.shown_hash = token_hash
  union all
  select i.organization_id, i.id from invitation i where i.mailed_hash = token_hash
$$;
alter function invitation_of(bytea) owner to desk_dispatch;
revoke execute on function invitation_of(bytea) from public;
grant execute on function invitation_of(bytea) to desk_app;
