-- Tokens of a language model that rehearsals have used, apart from those of customers. A new table: no locks. Way back: drop it.

create table rehearsal_tokens (
  organization_id uuid not null,
  -- UTC.
  day date not null,
  tokens bigint not null,
  primary key (organization_id, day)
);
call tenant_table('rehearsal_tokens');
