-- The validation lab: playground, suite of cases, and its runs. New tables only, no locks; way back: drop them.

-- A conversation that no customer sees. Words and decisions of it stay here: no metric and no report knows them.
create table playground_conversation (
  organization_id uuid not null,
  id uuid not null,
  title text not null,
  context jsonb not null,
  overlay jsonb,
  archived boolean not null default false,
  -- The live conversation that was opened here. No reference: the copy stays when that one goes.
  from_conversation_id uuid,
  message_count int not null default 0,
  created_by jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
create index playground_conversation_list on playground_conversation (organization_id, archived, id desc);
create index playground_conversation_age on playground_conversation (organization_id, updated_at);
call tenant_table('playground_conversation');

create table playground_message (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  seq int not null,
  kind text not null check (kind in ('customer', 'ai')),
  text text not null,
  decision jsonb,
  from_history boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, conversation_id, seq),
  foreign key (organization_id, conversation_id) references playground_conversation (organization_id, id) on delete cascade
);
call tenant_table('playground_message');

-- One suite for each organization; its cases are read and written as a whole.
create table suite (
  organization_id uuid not null primary key,
  version int not null,
  name text not null,
  cases jsonb not null,
  saved_at timestamptz not null,
  saved_by jsonb not null
);
call tenant_table('suite');

create table suite_version (
  organization_id uuid not null,
  version int not null,
  name text not null,
  cases jsonb not null,
  saved_at timestamptz not null,
  saved_by jsonb not null,
  primary key (organization_id, version)
);
call tenant_table('suite_version');

create table suite_run (
  organization_id uuid not null,
  id uuid not null,
  status text not null check (status in ('queued', 'running', 'completed', 'cancelled', 'failed')),
  verdict text check (verdict in ('passed', 'failed', 'inconclusive')),
  trigger jsonb not null,
  suite_version int not null,
  snapshot jsonb not null,
  overlay jsonb,
  done int not null default 0,
  total int not null,
  counts jsonb not null,
  score double precision,
  baseline_run_id uuid,
  regressions jsonb not null default '[]',
  -- One process works a run at a time; what it holds is free again when it falls silent.
  leased_until timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  version int not null default 1,
  primary key (organization_id, id)
);
-- One at a time in each organization; the others wait.
create unique index suite_run_running on suite_run (organization_id) where status = 'running';
create index suite_run_waiting on suite_run (organization_id, id) where status in ('queued', 'running');
call tenant_table('suite_run');

-- A case as it was when the run began, then its result. A run goes on at the first that has no verdict.
create table suite_result (
  organization_id uuid not null,
  run_id uuid not null,
  position int not null,
  case_id text not null,
  rehearsed jsonb not null,
  verdict text check (verdict in ('pass', 'fail', 'flaky', 'error', 'skipped')),
  score double precision,
  assertions jsonb not null default '[]',
  decision jsonb,
  error text,
  duration_ms int,
  primary key (organization_id, run_id, position),
  foreign key (organization_id, run_id) references suite_run (organization_id, id) on delete cascade
);
create index suite_result_waiting on suite_result (organization_id, run_id, position) where verdict is null;
call tenant_table('suite_result');

-- The sweeper's eyes: whose runs wait with nobody at work on them, and who keeps something that may be too old. Ids only.
create policy dispatch on suite_run for select to desk_dispatch using (true);
create policy dispatch on playground_conversation for select to desk_dispatch using (true);
grant select (organization_id, status, leased_until) on suite_run to desk_dispatch;
grant select (organization_id) on playground_conversation to desk_dispatch;
create function organizations_with_waiting_runs() returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select distinct r.organization_id from suite_run r
    where r.status in ('queued', 'running') and (r.leased_until is null or r.leased_until < clock_timestamp())
$$;
alter function organizations_with_waiting_runs() owner to desk_dispatch;
revoke execute on function organizations_with_waiting_runs() from public;
grant execute on function organizations_with_waiting_runs() to desk_app;
create function organizations_that_rehearse() returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select distinct p.organization_id from playground_conversation p
  union select distinct r.organization_id from suite_run r
$$;
alter function organizations_that_rehearse() owner to desk_dispatch;
revoke execute on function organizations_that_rehearse() from public;
grant execute on function organizations_that_rehearse() to desk_app;
