-- Words that a source hides; gaps that close. Locks document_version and unanswered_question for a moment; way back: drop the columns.

-- Those of them that speak to a machine.
alter table document_version add column smuggled text[] not null default '{}';

alter table unanswered_question
  -- The confidence that an answer needed when it was asked.
  add column needed real not null default 0.7,
  -- The state of the knowledge it was last asked of.
  add column asked_revision bigint not null default -1,
  -- It would be answered now, so it is no gap; it is one again when the knowledge forgets the answer.
  add column closed boolean not null default false;
create index unanswered_question_asked on unanswered_question (organization_id, asked_revision);
