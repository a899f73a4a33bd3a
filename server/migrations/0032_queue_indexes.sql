-- Indexes for the views of the queue. Locks conversation against writes while they are made. Way back: drop them.

create index conversation_longest_waiting on conversation (organization_id, coalesce(waiting_since, 'infinity'::timestamptz), id);
create index conversation_by_state on conversation (organization_id, status, owner, coalesce(waiting_since, 'infinity'::timestamptz), id);
create index conversation_by_status on conversation (organization_id, status, coalesce(waiting_since, 'infinity'::timestamptz), id);
create index conversation_to_approve on conversation (organization_id, coalesce(waiting_since, 'infinity'::timestamptz), id)
  where ai_state = 'awaiting_approval';
create index conversation_of_assignee on conversation (organization_id, assignee_id, updated_at desc, id) where assignee_id is not null;
create index conversation_of_customer on conversation (organization_id, customer_id, updated_at desc, id);
