-- The customer's newest words, for the line in the queue that says what a conversation is about. Conversations from before show their last
-- message until the customer writes again. Way back: drop the column.

alter table conversation add column last_customer_text text;
