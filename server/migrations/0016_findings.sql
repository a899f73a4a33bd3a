-- What is wrong with the knowledge, what customers asked in vain, and what was cited. New tables only; way back: drop them.

create table finding (
  organization_id uuid not null,
  id uuid not null,
  -- What it is about, as a key: the same cause is the same finding in every run.
  cause text not null,
  type text not null check (type in ('not_retrievable', 'failed_ingestion', 'stale', 'expired', 'source_missing', 'duplicate',
    'near_duplicate', 'contradiction', 'thin', 'broken_extraction', 'mixed_language', 'never_cited', 'injection_suspected')),
  severity text not null check (severity in ('high', 'medium', 'low')),
  detail text not null,
  suggestion text not null,
  state text not null default 'open' check (state in ('open', 'acknowledged', 'dismissed')),
  -- Documents with the versions it was seen in: a dismissed one is open again when they change.
  versions text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Since when its cause is no more. The row stays, so that the finding is the same one if the cause comes back.
  gone_at timestamptz,
  version int not null default 1,
  primary key (organization_id, id),
  unique (organization_id, cause)
);
create index finding_present on finding (organization_id, type) where gone_at is null;
call tenant_table('finding');

create table finding_document (
  organization_id uuid not null,
  finding_id uuid not null,
  position int not null,
  document_id uuid not null,
  version int not null,
  quote text not null,
  primary key (organization_id, finding_id, position),
  foreign key (organization_id, finding_id) references finding (organization_id, id) on delete cascade,
  foreign key (organization_id, document_id) references document (organization_id, id) on delete cascade
);
create index finding_document_of on finding_document (organization_id, document_id);
call tenant_table('finding_document');

-- Which version of a serving document was examined, and what it is compared with others by.
create table document_examination (
  organization_id uuid not null,
  document_id uuid not null,
  version int not null,
  text_hash text not null,
  signature int[] not null,
  -- The earliest day until which the document says that something holds, and where it says so.
  valid_until timestamptz,
  valid_quote text,
  primary key (organization_id, document_id),
  foreign key (organization_id, document_id) references document (organization_id, id) on delete cascade
);
create index document_examination_text on document_examination (organization_id, text_hash);
call tenant_table('document_examination');

-- Rows, not an array with an index of its own: row-level security lets only plain equality use an index.
create table document_band (
  organization_id uuid not null,
  band int not null,
  document_id uuid not null,
  primary key (organization_id, band, document_id),
  foreign key (organization_id, document_id) references document_examination (organization_id, document_id) on delete cascade
);
create index document_band_of on document_band (organization_id, document_id);
call tenant_table('document_band');

-- When the organization's knowledge was last gone through, and the state it was in. The row is the lock of whoever writes findings.
create table knowledge_examination (
  organization_id uuid not null,
  revision bigint not null,
  examined_at timestamptz not null,
  primary key (organization_id)
);
call tenant_table('knowledge_examination');

create table knowledge_health (
  organization_id uuid not null,
  day date not null,
  score real not null,
  primary key (organization_id, day)
);
call tenant_table('knowledge_health');

-- A question that went to people because the knowledge had no answer, once for each decision.
create table unanswered_question (
  organization_id uuid not null,
  id uuid not null,
  decision_id uuid not null,
  customer_id uuid not null,
  question text not null,
  best_score real not null,
  -- The first question of those that ask the same. Null: not compared yet.
  gap_id uuid,
  asked_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, decision_id)
);
create index unanswered_question_gap on unanswered_question (organization_id, gap_id, asked_at);
call tenant_table('unanswered_question');

-- Which documents an answer was made from. No reference to document: an answer never waits for, or fails by, its removal.
create table document_citation (
  organization_id uuid not null,
  decision_id uuid not null,
  document_id uuid not null,
  conversation_id uuid not null,
  -- Said to the customer or drafted for people; false when it was thought and not used.
  answered boolean not null,
  -- Of a decision that escalated, or of an answer whose conversation went to people later.
  escalated boolean not null,
  at timestamptz not null,
  primary key (organization_id, decision_id, document_id)
);
create index document_citation_of on document_citation (organization_id, document_id);
create index document_citation_in on document_citation (organization_id, conversation_id);
call tenant_table('document_citation');
