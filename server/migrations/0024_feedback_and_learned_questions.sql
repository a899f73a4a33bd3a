-- Ratings of answers, and questions that people teach. New tables; locks finding for a moment to check its types again; way back: drop them.

-- What a person at the desk thinks of something the desk said: one rating each.
create table message_feedback (
  organization_id uuid not null,
  message_id uuid not null,
  rated_by text not null,
  rated_by_name text,
  conversation_id uuid not null,
  rating text not null check (rating in ('good', 'bad')),
  reason text,
  comment text,
  rated_at timestamptz not null,
  primary key (organization_id, message_id, rated_by),
  foreign key (organization_id, message_id) references message (organization_id, id) on delete cascade
);
call tenant_table('message_feedback');

-- The same, told of the documents that the answer was made from. No reference to document: a rating never waits for its removal.
create table document_rating (
  organization_id uuid not null,
  message_id uuid not null,
  rated_by text not null,
  document_id uuid not null,
  version int not null,
  quote text not null,
  rating text not null check (rating in ('good', 'bad')),
  at timestamptz not null,
  primary key (organization_id, message_id, rated_by, document_id)
);
create index document_rating_of on document_rating (organization_id, document_id, version);
call tenant_table('document_rating');

alter table finding drop constraint finding_type_check;
alter table finding add constraint finding_type_check check (type in ('not_retrievable', 'failed_ingestion', 'stale', 'expired',
  'source_missing', 'duplicate', 'near_duplicate', 'contradiction', 'thin', 'broken_extraction', 'mixed_language', 'never_cited',
  'negative_feedback', 'injection_suspected'));

-- A question that a document answers, in the words of people who ask it. Only accepted ones take part in the ranking.
create table learned_question (
  organization_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  -- The passage that answers it, where that is known; of the version that serves.
  chunk_id uuid,
  text text not null,
  -- The text without case, accents, marks and spacing: the same question is learned once.
  normalised text not null,
  state text not null check (state in ('suggested', 'accepted', 'rejected')),
  origin text not null check (origin in ('person', 'conversation', 'feedback')),
  -- Where it was asked. No reference: what was learned stays when the conversation goes.
  conversation_id uuid,
  created_by text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id),
  unique (organization_id, document_id, normalised),
  foreign key (organization_id, document_id) references document (organization_id, id) on delete cascade
);
create index learned_question_state on learned_question (organization_id, state, id);
create index learned_question_text on learned_question (organization_id, normalised);
call tenant_table('learned_question');
