-- Which seat of a helpdesk the AI speaks as, whose webhook secret is whose, and what was signed. Locks integration and inbound_event while columns and an index are added. Way back: drop the columns, the index and the tables.

-- Null: the seat or user whose grant we have.
alter table integration add column speaker_id text, add column speaker_name text;

-- By what is signed a repeated delivery is known; the id in its headers is not signed.
create index inbound_event_body on inbound_event (organization_id, channel, raw_sha256);

create table webhook_secret_owner (
  -- HMAC of the secret: two organizations that had the same one could sign for each other.
  secret_hash bytea primary key,
  organization_id uuid not null references organization (id)
);
comment on table webhook_secret_owner is 'Global registry: whose signing secret signs tickets.';

-- The envelope of signed mail travels in headers that nobody signs: the first delivery of an id binds it.
create table signed_mail_delivery (
  delivery_hash bytea primary key,
  envelope_hash bytea not null,
  received_at timestamptz not null default clock_timestamp()
);
create index signed_mail_delivery_age on signed_mail_delivery (received_at);
grant select, insert, update, delete on webhook_secret_owner, signed_mail_delivery to desk_app;
