-- The customer's newest words, for the line of the queue that says what a conversation is about. Way back: drop the column.
-- Conversations from before show their last message until the customer writes again.

alter table conversation add column last_customer_text text;
