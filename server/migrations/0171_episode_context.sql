-- Where the episode of a conversation begins: what was said before is not the context of a new question. Locks conversation for a moment. Way back: drop the column.

alter table conversation add column episode_from_seq bigint not null default 0;
-- Of reopened conversations only the beginning of the budget is known, which is the same or later.
update conversation set episode_from_seq = budget_from_seq where episode > 1;
