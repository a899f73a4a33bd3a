-- What is stopped before it belongs to a conversation (an automatic reply to nothing of ours, a newsletter) leaves a decision too, and the log of the channel names it. Locks decision and inbound_event for a moment; no rewrite. Way back: delete the decisions without a conversation, set the column not null, drop the other.

alter table decision alter column conversation_id drop not null;
create index decision_alone on decision (organization_id, created_at) where conversation_id is null;
alter table inbound_event add column decision_id uuid;
