-- A rehearsed conversation keeps the priority that its messages have left, as a live one does. Locks playground_message for a moment; no rewrite. Way back: drop the column.

alter table playground_message add column priority text;
comment on column playground_message.priority is 'Of the conversation after the decision of this row; null without one, and in older rows.';
