-- The message that a customer's mail answers, kept beside the new words. Locks message for a moment. Way back: drop the column.

alter table message add column quoted_text text;
