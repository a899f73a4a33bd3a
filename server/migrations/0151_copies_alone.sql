-- The copy of a message that is in no conversation leaves a decision too, and the log of the channel names it. Locks inbound_event for a moment; no rewrite. Way back: drop the column.

alter table inbound_event add column copy_decision_id uuid;
