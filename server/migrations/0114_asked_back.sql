-- Which words of a playground asked back. Locks playground_message for a moment; way back: drop the column.

alter table playground_message add column asks_back boolean not null default false;
comment on column playground_message.asks_back is 'Of our words: a clarifying question; what is said to it is read together with what was asked.';

update playground_message set asks_back = true where kind = 'ai' and decision ->> 'outcome' = 'clarify';
