-- Whom a collection may answer. A constant default: an instant lock on collection. Way back: drop the column.

alter table collection add column audience text not null default 'customers' check (audience in ('customers', 'staff'));
comment on column collection.audience is 'staff: people of the organization find its passages; nothing that is said to a customer is made from them.';
