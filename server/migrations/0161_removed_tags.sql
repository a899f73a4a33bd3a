-- Tags that people have taken off a conversation, which no message of the customer puts back. Locks conversation for a moment. Way back: drop the column.

alter table conversation add column removed_tag_ids uuid[] not null default '{}';
