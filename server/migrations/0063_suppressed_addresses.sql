-- Addresses that mail of ours came back from for good. A new table; way back: drop it.

create table email_suppression (
  organization_id uuid not null,
  id uuid not null,
  -- Lower case.
  address text not null,
  -- In words, with the status of the report.
  reason text not null,
  status text,
  -- The mail of ours that came back.
  message_id text not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, address)
);
create index email_suppression_newest on email_suppression (organization_id, created_at desc, id);
call tenant_table('email_suppression');
