-- Who said what, who owns it now, what was decided and what is to be said. New tables only; way back: drop them.

create table customer (
  organization_id uuid not null,
  id uuid not null,
  channel text not null,
  identity text not null,
  external_id text,
  email text,
  name text,
  verified boolean not null,
  locale text,
  attributes jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, channel, identity)
);
call tenant_table('customer');

create table conversation (
  organization_id uuid not null,
  id uuid not null,
  channel text not null check (channel in ('chatdesk', 'ticketdesk', 'email')),
  channel_reference text not null,
  -- False once a message came after the reopen window and a new conversation took the reference over.
  current boolean not null default true,
  previous_conversation_id uuid,
  customer_id uuid not null,
  subject text,
  status text not null check (status in ('open', 'pending', 'snoozed', 'resolved', 'spam')),
  owner text not null check (owner in ('ai', 'human')),
  ai_state text check (ai_state in ('idle', 'queued', 'running', 'awaiting_approval')),
  -- The fence: rises with every change of owner. What was thought or queued under an older epoch is never said.
  epoch bigint not null default 0,
  episode int not null default 1,
  -- Messages before this one belong to an earlier turn budget (reopened, or handed back to the AI).
  budget_from_seq bigint not null default 0,
  assignee_id uuid,
  destination_id uuid,
  tag_ids uuid[] not null default '{}',
  language text,
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  waiting_since timestamptz,
  snoozed_until timestamptz,
  resolution text,
  resolved_at timestamptz,
  -- A conversation that people own from its first message still has to be tagged and routed.
  triage_due boolean not null default false,
  turn_due_at timestamptz,
  turn_deadline_at timestamptz,
  turn_lease uuid,
  turn_lease_until timestamptz,
  next_seq bigint not null default 1,
  message_count int not null default 0,
  last_message_kind text,
  last_message_text text,
  last_message_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, customer_id) references customer (organization_id, id),
  check ((owner = 'ai') = (ai_state is not null))
);
create unique index conversation_current on conversation (organization_id, channel, channel_reference) where current;
create index conversation_updated on conversation (organization_id, updated_at desc, id);
create index conversation_waiting on conversation (organization_id, waiting_since, id) where waiting_since is not null;
create index conversation_turn on conversation (turn_deadline_at) where turn_deadline_at is not null;
create index conversation_wake on conversation (snoozed_until) where status = 'snoozed';
call tenant_table('conversation');

create table message (
  organization_id uuid not null,
  conversation_id uuid not null,
  seq bigint not null,
  id uuid not null,
  kind text not null check (kind in ('customer', 'ai', 'human', 'note', 'event', 'draft')),
  author_type text not null check (author_type in ('customer', 'ai', 'human', 'system')),
  author_id text,
  author_name text,
  text text not null,
  html text,
  attachments jsonb not null default '[]',
  citations jsonb not null default '[]',
  decision_id uuid,
  automated boolean not null default false,
  -- `channel:id` of the vendor: the same part under two topics, or in two events, is one message.
  provider_key text,
  -- For the AI's words: the newest customer message that they deal with. One word for each, whatever is repeated.
  answers_seq bigint,
  created_at timestamptz not null,
  primary key (organization_id, conversation_id, seq),
  unique (organization_id, id),
  foreign key (organization_id, conversation_id) references conversation (organization_id, id)
);
create unique index message_provider on message (organization_id, provider_key) where provider_key is not null;
create unique index message_one_answer on message (organization_id, conversation_id, answers_seq) where kind = 'ai';
call tenant_table('message');

create table decision (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  message_ids uuid[] not null,
  disposition text not null check (disposition in ('carried_out', 'superseded')),
  outcome text not null,
  reason text not null,
  record jsonb not null,
  hash text not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversation (organization_id, id)
);
create index decision_of_conversation on decision (organization_id, conversation_id, created_at desc, id);
call tenant_table('decision');
-- A record is written once.
revoke update, delete on decision from desk_app;

create table handover (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  direction text not null check (direction in ('to_human', 'to_ai')),
  reason text not null,
  rule_id uuid,
  decision_id uuid,
  actor_type text not null check (actor_type in ('ai', 'human', 'system')),
  actor_id text,
  actor_name text,
  destination_id uuid,
  note text,
  message_sent text,
  delivery text not null check (delivery in ('pending', 'delivered', 'failed', 'fallback_used')),
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, conversation_id) references conversation (organization_id, id)
);
create index handover_of_conversation on handover (organization_id, conversation_id, created_at, id);
call tenant_table('handover');

-- Every word and every request to the outside has its row here first (docs/promises.md R3).
create table outbox (
  organization_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  position bigint not null,
  kind text not null check (kind in ('reply', 'note', 'notify_email', 'notify_webhook')),
  actor text not null check (actor in ('ai', 'human', 'system')),
  epoch bigint not null,
  message_id uuid,
  handover_id uuid,
  content jsonb not null,
  dedupe_key text not null,
  state text not null default 'pending'
    check (state in ('pending', 'sending', 'sent', 'cancelled', 'unknown', 'dead')),
  attempts int not null default 0,
  first_attempt_at timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  lease uuid,
  send_deadline timestamptz,
  provider_message_id text,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, dedupe_key),
  unique (organization_id, conversation_id, position),
  foreign key (organization_id, conversation_id) references conversation (organization_id, id)
);
create index outbox_open on outbox (organization_id, conversation_id, position) where state in ('pending', 'sending');
create index outbox_due on outbox (next_at) where state in ('pending', 'sending');
create index outbox_message on outbox (organization_id, message_id) where message_id is not null;
create index outbox_provider on outbox (organization_id, provider_message_id) where provider_message_id is not null;
call tenant_table('outbox');

-- The sweeper's eyes: which conversations, of any organization, wait with nobody at work on them. Ids only.
create policy dispatch on conversation for select to desk_dispatch using (true);
create policy dispatch on outbox for select to desk_dispatch using (true);
grant select (organization_id, id, status, owner, ai_state, waiting_since, turn_due_at, turn_deadline_at, turn_lease_until, snoozed_until, triage_due)
  on conversation to desk_dispatch;
grant select (organization_id, conversation_id, state, next_at, send_deadline) on outbox to desk_dispatch;

create function overdue_conversations()
  returns table (organization_id uuid, conversation_id uuid, need text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select c.organization_id, c.id, 'deadline' from conversation c
    where c.turn_deadline_at < clock_timestamp()
  union all
  -- A turn whose job or process got lost, with time left to try again.
  select c.organization_id, c.id, 'turn' from conversation c
    where (c.triage_due or (c.owner = 'ai' and c.ai_state in ('queued', 'running')))
      and c.turn_due_at < clock_timestamp() - interval '10 seconds'
      and (c.turn_lease_until is null or c.turn_lease_until < clock_timestamp())
      and (c.turn_deadline_at is null or c.turn_deadline_at >= clock_timestamp())
  union all
  select c.organization_id, c.id, 'lost' from conversation c
    where c.owner = 'ai' and c.ai_state = 'idle' and c.status = 'open'
      and c.waiting_since < clock_timestamp() - interval '10 seconds'
  union all
  select c.organization_id, c.id, 'wake' from conversation c
    where c.status = 'snoozed' and c.snoozed_until < clock_timestamp()
  union all
  select distinct o.organization_id, o.conversation_id, 'delivery' from outbox o
    where (o.state = 'pending' and o.next_at < clock_timestamp() - interval '10 seconds')
       or (o.state = 'sending' and o.send_deadline < clock_timestamp())
$$;
alter function overdue_conversations() owner to desk_dispatch;
revoke execute on function overdue_conversations() from public;
grant execute on function overdue_conversations() to desk_app;
