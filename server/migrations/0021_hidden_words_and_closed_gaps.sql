-- Words that a source hides from its readers, and whether a question of a gap would be answered now. Locks both tables for a
-- moment; way back: drop the columns.

alter table document_version add column smuggled text[] not null default '{}';

alter table unanswered_question
  -- The confidence that an answer needed when it was asked.
  add column needed real not null default 0.7,
  -- The state of the knowledge it was last asked of.
  add column asked_revision bigint not null default -1,
  -- It would be answered now, so it is no gap; it is one again when the knowledge forgets the answer.
  add column closed boolean not null default false;
create index unanswered_question_asked on unanswered_question (organization_id, asked_revision);
