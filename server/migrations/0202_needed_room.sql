-- How many bytes an exported document of a cloud drive has that did not fit into the quota. Locks drive_file for an instant. Way back: drop the column.

alter table drive_file add column needed_bytes integer;
comment on column drive_file.needed_bytes is 'The bytes of the content for which there was no room, once it was read.';
