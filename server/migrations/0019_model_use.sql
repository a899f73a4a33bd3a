-- Tokens that a language model took for the words of answers, for the budgets. New table only; way back: drop it.

create table model_use (
  organization_id uuid not null,
  -- UTC.
  day date not null,
  conversation_id uuid not null,
  -- The conversation's budget at that time: people who hand it back to the machine give it a new one.
  budget_from_seq bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  primary key (organization_id, day, conversation_id, budget_from_seq),
  foreign key (organization_id, conversation_id) references conversation (organization_id, id) on delete cascade
);
create index model_use_of on model_use (organization_id, conversation_id);
call tenant_table('model_use');
