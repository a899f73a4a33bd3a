-- The counts of requests that became no event get a name that says so. Renames a table, under a lock of a moment. Way back: rename it.
alter table door_count rename to inbound_request_count;
