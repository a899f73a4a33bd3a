-- How messages come in and replies go out. New tables only, no lock on existing ones; way back: drop them.

-- What a vendor sent us, as it sent it. Its commit is our acknowledgement (docs/promises.md P1).
create table inbound_event (
  organization_id uuid not null,
  id bigint generated always as identity,
  channel text not null check (channel in ('chatdesk', 'ticketdesk', 'email')),
  provider_event_id text not null,
  lane_key text not null,
  raw bytea not null,
  raw_sha256 bytea not null,
  -- Only headers that a later reading needs; never credentials or signatures.
  headers jsonb not null,
  -- What was found out at the door (the mail's thread, for instance) and must not be found out differently later.
  facts jsonb not null default '{}',
  received_at timestamptz not null default clock_timestamp(),
  state text not null default 'queued' check (state in ('queued', 'done', 'parked', 'dead')),
  -- Claims; failures are those that somebody lived to report. The difference is crashes.
  attempts int not null default 0,
  failures int not null default 0,
  conflicts int not null default 0,
  last_error text,
  primary key (organization_id, id),
  unique (organization_id, channel, provider_event_id)
);
create index inbound_event_queue on inbound_event (organization_id, channel, lane_key, id) where state = 'queued';
create index inbound_event_newest on inbound_event (organization_id, channel, id);
call tenant_table('inbound_event');

-- One row for each conversation of a vendor: whoever holds its lease works its events off, one at a time, in order.
create table lane (
  organization_id uuid not null,
  channel text not null,
  lane_key text not null,
  pending boolean not null default false,
  ready_at timestamptz not null default clock_timestamp(),
  lease uuid,
  locked_until timestamptz,
  primary key (organization_id, channel, lane_key)
);
create index lane_due on lane (ready_at) where pending;
call tenant_table('lane');

-- What has had its effect, under the vendor's id of the thing itself: the same part comes under several events.
create table inbound_effect (
  organization_id uuid not null,
  channel text not null,
  effect text not null,
  event_id bigint not null,
  primary key (organization_id, channel, effect),
  foreign key (organization_id, event_id) references inbound_event (organization_id, id)
);
call tenant_table('inbound_effect');

-- Stores an event once and wakes its lane. The lane is locked first, so that ids within it follow the order of commits.
create function ingest_event(
  p_organization uuid, p_channel text, p_event text, p_lane text, p_raw bytea, p_sha256 bytea, p_headers jsonb, p_facts jsonb
) returns text language plpgsql as $$
declare known bytea;
begin
  insert into lane (organization_id, channel, lane_key) values (p_organization, p_channel, p_lane) on conflict do nothing;
  perform 1 from lane where organization_id = p_organization and channel = p_channel and lane_key = p_lane for update;
  insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, facts)
    values (p_organization, p_channel, p_event, p_lane, p_raw, p_sha256, p_headers, p_facts)
    on conflict (organization_id, channel, provider_event_id) do nothing;
  if found then
    update lane set pending = true where organization_id = p_organization and channel = p_channel and lane_key = p_lane;
    return 'new';
  end if;
  select raw_sha256 into known from inbound_event
    where organization_id = p_organization and channel = p_channel and provider_event_id = p_event;
  if known = p_sha256 then return 'duplicate'; end if;
  update inbound_event set conflicts = conflicts + 1
    where organization_id = p_organization and channel = p_channel and provider_event_id = p_event;
  return 'conflict';
end $$;

-- Lanes of any organization with work and nobody at it: a process died, or its job was lost. Keys only.
create policy dispatch on lane for select to desk_dispatch using (true);
grant select on lane to desk_dispatch;
create function due_lanes(p_limit int)
  returns table (organization_id uuid, channel text, lane_key text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.channel, l.lane_key from lane l
  where l.pending and l.ready_at < clock_timestamp() - interval '5 seconds'
    and (l.locked_until is null or l.locked_until < clock_timestamp())
  order by l.ready_at limit p_limit
$$;
alter function due_lanes(int) owner to desk_dispatch;
revoke execute on function due_lanes(int) from public;
grant execute on function due_lanes(int) to desk_app;

-- An organization's connection to a helpdesk. Columns ending in _sealed are envelopes of platform/secrets.ts.
create table integration (
  organization_id uuid not null references organization (id),
  channel text not null check (channel in ('chatdesk', 'ticketdesk')),
  client_id text,
  client_secret_sealed text,
  access_token_sealed text,
  refresh_token_sealed text,
  token_expires_at timestamptz,
  -- One refresh at a time: the vendor's refresh tokens are good once.
  refreshing_until timestamptz,
  subdomain text,
  region text,
  account_id text,
  account_name text,
  -- The seat or user whose words are ours.
  actor_id text,
  -- ticketdesk names the account of a delivery by a number that only deliveries show; the first authentic one binds it.
  delivery_account_id text,
  webhook_secret_sealed text,
  previous_webhook_secret_sealed text,
  previous_webhook_secret_until timestamptz,
  needs_reauth boolean not null default false,
  pinged_at timestamptz,
  last_error text,
  connected_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, channel)
);
call tenant_table('integration');

create table oauth_state (
  organization_id uuid not null references organization (id),
  hash bytea not null,
  user_id uuid not null,
  channel text not null,
  subdomain text,
  expires_at timestamptz not null,
  primary key (organization_id, hash)
);
call tenant_table('oauth_state');

create table email_domain (
  organization_id uuid not null references organization (id),
  id uuid not null,
  domain text not null,
  token text not null,
  -- What the last look-up found, by purpose.
  findings jsonb not null default '{}',
  checked_at timestamptz,
  created_at timestamptz not null,
  verified_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, domain)
);
call tenant_table('email_domain');

-- Addresses that the organization's mail came in at.
create table email_address (
  organization_id uuid not null,
  address text not null,
  last_received_at timestamptz not null,
  primary key (organization_id, address)
);
call tenant_table('email_address');

-- Message-IDs in and out, by which replies find their thread.
create table email_message (
  organization_id uuid not null,
  message_id text not null,
  thread text not null,
  direction text not null check (direction in ('in', 'out')),
  -- The person on the other side.
  counterpart text,
  our_address text,
  subject text,
  ancestors text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, message_id)
);
create index email_message_thread on email_message (organization_id, thread, created_at);
call tenant_table('email_message');

-- A mail that is being handed to the relay. A row that is still here when the mail is tried again means that the process
-- died in between: the mail may have gone, so it must not go again by itself (docs/promises.md P3).
create table email_sending (
  organization_id uuid not null,
  message_id text not null,
  started_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, message_id)
);
call tenant_table('email_sending');

-- Global: these are read to find out whose an event is, so they cannot be behind an organization.
create table provider_account (
  channel text not null,
  account_id text not null,
  organization_id uuid not null references organization (id),
  primary key (channel, account_id)
);
create table verified_email_domain (
  domain text primary key,
  organization_id uuid not null references organization (id),
  verified_at timestamptz not null
);
create table email_inbound_address (
  local_part text primary key,
  organization_id uuid not null unique references organization (id)
);
-- Authentic mail that nobody here receives. Kept for the operator; it belongs to no organization.
create table unroutable_mail (
  id uuid primary key,
  event_id text not null unique,
  reason text not null,
  media_type text not null,
  raw bytea not null,
  received_at timestamptz not null default clock_timestamp()
);
comment on table provider_account is 'Global registry: whose account a chat or ticket event comes from.';
comment on table verified_email_domain is 'Global registry: whose domain a mail is sent to.';
comment on table email_inbound_address is 'Global registry: whose address a mail is forwarded to.';
grant select, insert, update, delete on provider_account, verified_email_domain, email_inbound_address, unroutable_mail to desk_app;
