-- The bytes of a large mail are in a file, which its event names: the embedded engine stopped for seconds to keep 30 MB and to give them back. Locks inbound_event while two indexes are made. Way back: write every file into raw, drop raw_key, restore inbound_event_age of 0055.

alter table inbound_event add column raw_key text;
comment on column inbound_event.raw_key is 'The file with its bytes, if they are large; raw is then empty.';

-- Whether an event names a file.
create index inbound_event_file on inbound_event (organization_id, raw_key) where raw_key is not null;

drop index inbound_event_age;
create index inbound_event_age on inbound_event (organization_id, received_at)
  where octet_length(raw) > 0 or raw_key is not null;
