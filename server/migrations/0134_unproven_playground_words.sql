-- Which words of a playground nothing proved to be the customer's: a reply completes them only for an unverified customer, as in a live conversation. Locks playground_message for a moment; way back: drop the column.

alter table playground_message add column unproven boolean not null default false;
comment on column playground_message.unproven is 'Of a customer''s words: nobody knows whether they are the customer''s.';
