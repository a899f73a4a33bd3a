-- The cloud drive: its grant, what is watched there, and which file a document is read from. Locks document and document_version for a moment; way back: drop the tables, the function and the column.

-- Until when a document serves whose source is gone. Null: its source is there.
alter table document add column serves_until timestamptz;
-- Null until the version has been fetched from its source.
alter table document_version alter column content_hash drop not null;

-- Columns ending in _sealed are envelopes of platform/secrets.ts.
create table drive_grant (
  organization_id uuid not null references organization (id),
  client_id text,
  client_secret_sealed text,
  access_token_sealed text,
  refresh_token_sealed text,
  token_expires_at timestamptz,
  -- One refresh at a time.
  refreshing_until timestamptz,
  account_id text,
  account_name text,
  scopes text[] not null default '{}',
  needs_reauth boolean not null default false,
  last_error text,
  connected_at timestamptz,
  disconnected_at timestamptz,
  -- When the drive is asked next what has changed. Null: nothing here is read from it.
  watch_due timestamptz,
  watched_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id)
);
create index drive_grant_due on drive_grant (watch_due) where watch_due is not null;
call tenant_table('drive_grant');

create table drive_oauth_state (
  organization_id uuid not null references organization (id),
  hash bytea not null,
  user_id uuid not null,
  verifier_sealed text not null,
  expires_at timestamptz not null,
  primary key (organization_id, hash)
);
call tenant_table('drive_oauth_state');

create table drive_account (
  account_id text primary key,
  organization_id uuid not null references organization (id)
);
comment on table drive_account is 'Global registry: an account of the drive is connected to one organization only.';
grant select, insert, delete on drive_account to desk_app;

-- Which file a document is read from, and as what it was last seen there.
create table drive_file (
  organization_id uuid not null,
  document_id uuid not null,
  file_id text not null,
  -- The shared drive that it is in; empty for the account's own.
  drive_id text not null default '',
  name text not null,
  media_type text not null default '',
  checksum text,
  head_revision text,
  modified_time text,
  -- How often in a row the drive had no time for us.
  postponed int not null default 0,
  primary key (organization_id, document_id),
  unique (organization_id, file_id),
  foreign key (organization_id, document_id) references document (organization_id, id) on delete cascade
);
call tenant_table('drive_file');

create table drive_folder (
  organization_id uuid not null,
  folder_id text not null,
  drive_id text not null default '',
  name text not null,
  collection_id uuid not null,
  recursive boolean not null,
  added_at timestamptz not null,
  primary key (organization_id, folder_id),
  foreign key (organization_id, collection_id) references collection (organization_id, id) on delete cascade
);
create index drive_folder_collection on drive_folder (organization_id, collection_id);
call tenant_table('drive_folder');

-- Up to where changes are known: of the account (empty), and of each shared drive, which has a list of its own.
create table drive_feed (
  organization_id uuid not null,
  drive_id text not null,
  page_token text not null,
  primary key (organization_id, drive_id)
);
call tenant_table('drive_feed');

-- What people removed here: a watched folder does not bring it back.
create table drive_removed (
  organization_id uuid not null,
  file_id text not null,
  primary key (organization_id, file_id)
);
call tenant_table('drive_removed');

-- Which organizations' drives are to be asked. Ids only.
create policy dispatch on drive_grant for select to desk_dispatch using (true);
grant select (organization_id, watch_due) on drive_grant to desk_dispatch;
create function due_drives() returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select g.organization_id from drive_grant g where g.watch_due < clock_timestamp() order by g.watch_due limit 100
$$;
alter function due_drives() owner to desk_dispatch;
revoke execute on function due_drives() from public;
grant execute on function due_drives() to desk_app;
