-- How many turns a customer has caused within a minute, for all processes. New table only; way back: drop it.

create table turn_pace (
  organization_id uuid not null,
  customer_id uuid not null,
  -- When the minute began, by the clock of the desk.
  since timestamptz not null,
  turns integer not null,
  primary key (organization_id, customer_id),
  foreign key (organization_id, customer_id) references customer (organization_id, id) on delete cascade
);
call tenant_table('turn_pace');
