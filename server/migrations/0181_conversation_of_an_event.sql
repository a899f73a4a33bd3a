-- An inbound event remembers the conversation that it went to: the thread's current one may be a later one. Older events stay without. Locks inbound_event for a moment; no rewrite. Way back: drop the column.

alter table inbound_event add column conversation_id uuid;
comment on column inbound_event.conversation_id is 'The conversation that it went to; null when it had no effect on one, or was processed before this column.';
