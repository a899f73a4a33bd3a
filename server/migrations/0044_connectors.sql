-- Connections to account systems, the requests that may be made of them, what was asked, and the shape of what they answer. New tables only; way back: drop them and the function.

-- Columns ending in _sealed are envelopes of platform/secrets/secrets.ts.
create table connector (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  base_url text not null,
  auth jsonb not null,
  openapi_url text,
  timeout_ms integer,
  requests_per_minute integer not null,
  enabled boolean not null,
  -- What is known of its health; a connector that is not enabled is `disabled` whatever this says.
  status text not null check (status in ('draft', 'active', 'degraded', 'needs_reauth', 'drifted')),
  status_detail text,
  credentials_sealed text,
  credentials_fingerprint text,
  credentials_updated_at timestamptz,
  -- Serves again by itself while the grace period lasts.
  previous_sealed text,
  previous_fingerprint text,
  grace_until timestamptz,
  rotation text not null default 'none' check (rotation in ('none', 'grace', 'completed', 'fell_back')),
  rotation_mode text check (rotation_mode in ('staged', 'immediate')),
  rotated_at timestamptz,
  -- A token that was fetched with the credentials of this fingerprint.
  token_sealed text,
  token_of text,
  token_expires_at timestamptz,
  -- One fetch of a token, one check at a time; leases, so that a crash ends them.
  fetching_until timestamptz,
  checking_until timestamptz,
  last_validation jsonb,
  snapshot_due timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index connector_name on connector (organization_id, lower(name));
create index connector_snapshot_due on connector (snapshot_due) where snapshot_due is not null;
create index connector_grace on connector (grace_until) where grace_until is not null;
call tenant_table('connector');

create table connector_template (
  organization_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  name text not null,
  -- All that people write: the contract's members.
  definition jsonb not null,
  enabled boolean not null,
  quarantine text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, connector_id) references connector (organization_id, id) on delete cascade
);
-- By name they are facts of rules, so a name means one template in the whole organization.
create unique index connector_template_name on connector_template (organization_id, lower(name));
create index connector_template_connector on connector_template (organization_id, connector_id);
call tenant_table('connector_template');

create table connector_call (
  organization_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  template_id uuid,
  template_name text,
  purpose text not null check (purpose in ('lookup', 'test', 'validate', 'rotate', 'snapshot', 'token')),
  method text not null,
  path text not null,
  arguments jsonb not null,
  status integer,
  latency_ms integer,
  error text,
  decision_id uuid,
  at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, connector_id) references connector (organization_id, id) on delete cascade
);
create index connector_call_of on connector_call (organization_id, connector_id, id);
call tenant_table('connector_call');

create table connector_snapshot (
  organization_id uuid not null,
  connector_id uuid not null,
  number integer not null,
  hash text not null,
  source text not null check (source in ('openapi', 'responses')),
  operations jsonb not null,
  servers jsonb not null,
  drift jsonb not null,
  taken_at timestamptz not null,
  primary key (organization_id, connector_id, number),
  foreign key (organization_id, connector_id) references connector (organization_id, id) on delete cascade
);
call tenant_table('connector_snapshot');

-- Which connectors are to be looked at. Ids only.
create policy dispatch on connector for select to desk_dispatch using (true);
grant select (organization_id, id, snapshot_due, grace_until) on connector to desk_dispatch;
create function due_connectors() returns table (organization_id uuid, id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select c.organization_id, c.id from connector c
  where c.snapshot_due < clock_timestamp() or c.grace_until < clock_timestamp()
  order by least(c.snapshot_due, c.grace_until) limit 100
$$;
alter function due_connectors() owner to desk_dispatch;
revoke execute on function due_connectors() from public;
grant execute on function due_connectors() to desk_app;
