-- A connection remembers when the vendor last accepted or refused its grant; other changes of the row leave that time. Null for older rows: since then nothing is known but the time of the connection. Locks integration and drive_grant for a moment; no rewrite. Way back: drop the columns.

alter table integration add column grant_checked_at timestamptz;
alter table drive_grant add column grant_checked_at timestamptz;
