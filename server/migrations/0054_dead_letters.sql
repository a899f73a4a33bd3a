-- Sends that people have set aside. One column without a rewrite and an index. Way back: drop them.

alter table outbox add column discarded_at timestamptz;
create index outbox_dead on outbox (organization_id, created_at) where state in ('dead', 'unknown');
create index inbound_event_parked on inbound_event (organization_id, received_at) where state = 'parked';

-- Whom mail for nobody was for, so that it can find its organization later.
alter table unroutable_mail add column envelope_to text, add column envelope_from text;
