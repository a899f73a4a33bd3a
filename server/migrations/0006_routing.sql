-- Who may be asked, how subjects are recognised, and the rules between them. New tables only; way back: drop them.

-- Counts the changes of an organization's policy, and makes its editors take turns.
create table policy_revision (
  organization_id uuid primary key references organization (id),
  revision integer not null
);
call tenant_table('policy_revision');

-- Deleted destinations and tags stay as rows: old conversations and handovers go on naming them.
create table destination (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  kind text not null
    check (kind in ('queue', 'chatdesk_team', 'chatdesk_admin', 'ticketdesk_group', 'ticketdesk_agent', 'email', 'webhook')),
  target text,
  hours text not null check (hours in ('always', 'business')),
  fallback_destination_id uuid,
  enabled boolean not null,
  -- The internal queue: where every road ends.
  built_in boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, fallback_destination_id) references destination (organization_id, id),
  check (not built_in or (kind = 'queue' and hours = 'always' and enabled and deleted_at is null))
);
create unique index destination_name on destination (organization_id, lower(name)) where deleted_at is null;
create unique index destination_built_in on destination (organization_id) where built_in;
call tenant_table('destination');

create table tag (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  description text,
  color text,
  detect jsonb,
  default_destination_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, default_destination_id) references destination (organization_id, id)
);
create unique index tag_name on tag (organization_id, lower(name)) where deleted_at is null;
call tenant_table('tag');

-- `conditions` and `effects` are the `when` and `then` of the contract; those are words of SQL.
create table rule (
  organization_id uuid not null references organization (id),
  id uuid not null,
  name text not null,
  enabled boolean not null,
  priority integer not null,
  conditions jsonb not null,
  effects jsonb not null,
  stop boolean,
  hits bigint not null default 0,
  last_hit_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  primary key (organization_id, id)
);
-- Ascending priority, then age: the ids are UUIDv7.
create index rule_order on rule (organization_id, priority, id);
call tenant_table('rule');
