-- What has changed of the knowledge, by transaction, so that reports are made from what changed; indexes for lists. Locks document, finding, document_citation and unanswered_question while triggers and indexes are made. Way back: drop the triggers, functions, indexes and the table.

-- Rows of different transactions never meet: noting a change takes no lock that anybody waits for. A reader remembers the
-- snapshot of its last look; what it has not seen was noted by a transaction that was open then, or that began later.
create table knowledge_change (
  organization_id uuid not null,
  in_transaction bigint not null default (pg_current_xact_id()::text)::bigint,
  subject text not null check (subject in ('document', 'finding', 'citation', 'answers', 'questions')),
  -- The id of the document or finding; the day of answers and questions.
  key text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (organization_id, in_transaction, subject, key)
);
call tenant_table('knowledge_change');

-- Triggers, so that no statement can forget it.
create function note_changed_row() returns trigger language plpgsql as $$
begin
  insert into knowledge_change (organization_id, subject, key)
    values (coalesce(new.organization_id, old.organization_id), tg_argv[0], coalesce(new.id, old.id)::text)
    on conflict do nothing;
  return null;
end $$;

create function note_citation() returns trigger language plpgsql as $$
begin
  insert into knowledge_change (organization_id, subject, key) values
    (coalesce(new.organization_id, old.organization_id), 'citation', coalesce(new.document_id, old.document_id)::text),
    (coalesce(new.organization_id, old.organization_id), 'answers', (coalesce(new.at, old.at) at time zone 'UTC')::date::text)
    on conflict do nothing;
  return null;
end $$;

create function note_question() returns trigger language plpgsql as $$
begin
  insert into knowledge_change (organization_id, subject, key) values
    (coalesce(new.organization_id, old.organization_id), 'questions', (coalesce(new.asked_at, old.asked_at) at time zone 'UTC')::date::text)
    on conflict do nothing;
  return null;
end $$;

-- Progress and leases of ingestion are no news.
create trigger note_change after insert or delete or update of collection_id, title, status, error_code, enabled, expires_at, serves_until,
  ingested_at, active_version, probes_passed, probes_total, language, language_given, chunk_count, embedded_version, embedded_model
  on document for each row execute function note_changed_row('document');
create trigger note_change after insert or delete or update of type, state, versions, gone_at
  on finding for each row execute function note_changed_row('finding');
create trigger note_change after insert or delete or update on document_citation for each row execute function note_citation();
create trigger note_change after insert or delete or update on unanswered_question for each row execute function note_question();

create index document_citation_day on document_citation (organization_id, at);
create index unanswered_question_day on unanswered_question (organization_id, asked_at);
create index finding_grave on finding (organization_id, array_position(array['high', 'medium', 'low'], severity), id desc) where gone_at is null;
create index finding_newest on finding (organization_id, id) where gone_at is null;
create index document_by_status on document (organization_id, status, id);
create index document_by_source on document (organization_id, source_kind, id);
