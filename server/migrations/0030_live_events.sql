-- What has changed, for the streams of GET /api/events: a bounded table, written by triggers in the transaction of the change. Locks conversation, message, outbox, document, integration, email_domain, drive_grant and organization_settings while triggers are made. Way back: drop the triggers, functions, the sequence and the table.

-- Ids and versions only, no words. Rows of different transactions never meet: noting takes no lock that anybody waits for.
create table live_event (
  organization_id uuid not null,
  in_transaction bigint not null default (pg_current_xact_id()::text)::bigint,
  type text not null check (type in ('conversation.updated', 'message.created', 'document.updated', 'run.updated',
    'integration.updated', 'settings.updated', 'presence.updated')),
  subject text not null,
  data jsonb not null,
  at timestamptz not null default clock_timestamp(),
  -- Its place in the stream. Given after the commit, by the first reader that sees the row: a sequence read while the
  -- transaction runs would follow the order of writing, and a reader would pass by the one that commits late.
  position bigint,
  primary key (organization_id, in_transaction, type, subject)
);
create unique index live_event_position on live_event (organization_id, position) where position is not null;
create index live_event_new on live_event (organization_id) where position is null;
create index live_event_age on live_event (at);
call tenant_table('live_event');
create sequence live_event_place;
grant usage on sequence live_event_place to desk_app, desk_dispatch;

-- Several changes of one thing in one transaction are one event. NOTIFY wakes the readers after the commit.
create policy dispatch on live_event to desk_dispatch using (true) with check (true);
grant select, insert, update, delete on live_event to desk_dispatch;
create function note_live_event(p_organization uuid, p_type text, p_subject text, p_data jsonb) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (organization_id, type, subject, data) values (p_organization, p_type, p_subject, p_data)
    on conflict (organization_id, in_transaction, type, subject) do update set data = excluded.data;
  perform pg_notify('live_event', p_organization::text);
end $$;
alter function note_live_event(uuid, text, text, jsonb) owner to desk_dispatch;
revoke execute on function note_live_event(uuid, text, text, jsonb) from public;
grant execute on function note_live_event(uuid, text, text, jsonb) to desk_app;

-- One reader of an organization at a time: who has the lock sees every row that an earlier holder has placed, and places
-- the others behind them. The lock is held until the commit, so places become visible in their order.
create function place_live_events(p_organization uuid) returns void language plpgsql as $$
begin
  if not exists (select from live_event where organization_id = p_organization and position is null) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('live_event ' || p_organization, 0));
  update live_event e set position = placed.place
  from (select n.in_transaction, n.type, n.subject, nextval('live_event_place') as place
    from (select in_transaction, type, subject from live_event
          where organization_id = p_organization and position is null order by at, in_transaction) n) placed
  where e.organization_id = p_organization and e.in_transaction = placed.in_transaction
    and e.type = placed.type and e.subject = placed.subject;
end $$;

-- Triggers, so that no statement can forget it.
create function note_versioned_row() returns trigger language plpgsql as $$
begin
  perform note_live_event(new.organization_id, tg_argv[0], new.id::text, jsonb_build_object('id', new.id, 'version', new.version));
  return null;
end $$;

create function note_message() returns trigger language plpgsql as $$
begin
  perform note_live_event(new.organization_id, 'message.created', new.id::text,
    jsonb_build_object('id', new.id, 'version', 1, 'conversation_id', new.conversation_id));
  return null;
end $$;

-- What is said of the conversation changes without a new version of it: whether words have arrived, what people think of them.
create function note_conversation_of_row() returns trigger language plpgsql as $$
declare of_conversation record;
begin
  select c.id, c.version into of_conversation from conversation c
    where c.organization_id = new.organization_id and c.id = new.conversation_id;
  perform note_live_event(new.organization_id, 'conversation.updated', of_conversation.id::text,
    jsonb_build_object('id', of_conversation.id, 'version', of_conversation.version));
  return null;
end $$;

create function note_document() returns trigger language plpgsql as $$
declare of_document document := coalesce(new, old);
begin
  perform note_live_event(of_document.organization_id, 'document.updated', of_document.id::text, jsonb_build_object(
    'id', of_document.id, 'version', of_document.version, 'collection_id', of_document.collection_id,
    'status', case when tg_op = 'DELETE' then 'deleted' else of_document.status end));
  return null;
end $$;

-- These rows have no version: the moment of the change takes its place.
create function note_integration() returns trigger language plpgsql as $$
declare of_organization uuid := coalesce(new.organization_id, old.organization_id);
        channel text := coalesce(tg_argv[0], to_jsonb(coalesce(new, old)) ->> 'channel');
begin
  perform note_live_event(of_organization, 'integration.updated', channel, jsonb_build_object(
    'id', channel, 'version', (extract(epoch from clock_timestamp()) * 1000)::bigint));
  return null;
end $$;

create function note_settings() returns trigger language plpgsql as $$
begin
  perform note_live_event(new.organization_id, 'settings.updated', new.organization_id::text,
    jsonb_build_object('id', new.organization_id, 'version', new.version));
  return null;
end $$;

create trigger note_live after insert or update of version on conversation
  for each row execute function note_versioned_row('conversation.updated');
create trigger note_live after insert on message for each row execute function note_message();
create trigger note_live after update of state on outbox for each row
  when (new.message_id is not null and old.state is distinct from new.state and new.state not in ('pending', 'sending'))
  execute function note_conversation_of_row();
create trigger note_live after insert or update on message_feedback for each row execute function note_conversation_of_row();
-- Leases and probes are no news.
create trigger note_live after insert or delete or update of collection_id, title, status, error_code, enabled, expires_at, active_version,
  pending_version, stage_done, stage_total, chunk_count, language, version on document
  for each row execute function note_document();
create trigger note_live after insert or delete or update of client_id, client_secret_sealed, account_id, needs_reauth, last_error, pinged_at,
  webhook_secret_sealed, connected_at, delivery_account_id on integration
  for each row execute function note_integration();
create trigger note_live after insert or delete or update on email_domain for each row execute function note_integration('email');
create trigger note_live after insert or delete or update of client_id, account_id, needs_reauth, last_error, connected_at, disconnected_at
  on drive_grant for each row execute function note_integration('cloud_drive');
create trigger note_live after insert or update on organization_settings for each row execute function note_settings();

-- The newest event of each organization stays: a reader whose last event is at least as new as the oldest that is kept has
-- missed nothing that is gone. So what nobody has read yet gets its place before it may be deleted.
create function forget_live_events(before timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare unread uuid;
begin
  for unread in select distinct organization_id from live_event where position is null and at < before loop
    perform place_live_events(unread);
  end loop;
  delete from live_event e where e.at < before and e.position < (
    select max(newer.position) from live_event newer where newer.organization_id = e.organization_id);
end $$;
alter function forget_live_events(timestamptz) owner to desk_dispatch;
revoke execute on function forget_live_events(timestamptz) from public;
grant execute on function forget_live_events(timestamptz) to desk_app;
