-- The last mail that was sent to an address of a domain to see whether forwarding brings it back. Locks email_domain for a moment; way back: drop the columns.

alter table email_domain
  add column round_trip_address text,
  add column round_trip_event text,
  add column round_trip_sent_at timestamptz,
  add column round_trip_arrived_at timestamptz;
comment on column email_domain.round_trip_event is 'The id under which the inbound route keeps that mail when it arrives.';
