-- What the doors of the channels turned away or had nothing to do with, counted by the hour. A new table and a column; way back: drop them.

create table door_count (
  organization_id uuid not null references organization (id),
  id uuid not null,
  channel text not null check (channel in ('chatdesk', 'ticketdesk', 'email')),
  state text not null check (state in ('refused', 'ignored')),
  reason text not null,
  -- The beginning of the hour, so that an entry keeps its place in the log while it is counted.
  hour timestamptz not null,
  count bigint not null,
  primary key (organization_id, channel, hour, state, reason)
);
call tenant_table('door_count');

create index inbound_event_log on inbound_event (organization_id, channel, received_at desc);

-- Whose own secret signed a mail for nobody: it was allowed to write to that organization alone.
alter table unroutable_mail add column signed_by uuid references organization (id);
