-- What a message writes beside its rows takes fewer steps: a trigger's facts are one insertion, a live event is noted without a call in between, an empty text has no words, and of many identities with one proven address only the oldest is read. All do what they did. Locks customer against writes while two of its indexes are made. Way back: the functions as in 0030, 0160 and 0192, and the two indexes as in 0173.

create or replace function words_of(p_organization uuid, p_text text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare plain text := left(p_text, 50000);
begin
  -- Subjects of chats are empty, and an index asks for the words again at each change of its row.
  if plain = '' then return ''::tsvector; end if;
  if octet_length(plain) > length(plain) then
    plain := normalize(translate(regexp_replace(normalize(plain, nfkd), '[\u0300-\u036f]+', '', 'g'), 'ŁłØøĐđ', 'LlOoDd'), nfc);
  end if;
  return (select coalesce(array_to_tsvector(array_agg(right(p_organization::text, 12) || lexeme)), ''::tsvector)
    from unnest(to_tsvector('pg_catalog.simple'::regconfig, translate(plain, '@/\_-.:,;''’', '           ')))
    where length(lexeme) <= 100);
end $$;

-- As note_live_event, whose call took as long as the insertion.
create or replace function note_versioned_row() returns trigger
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (organization_id, type, subject, data)
    values (new.organization_id, tg_argv[0], new.id::text, jsonb_build_object('id', new.id, 'version', new.version))
    on conflict (organization_id, in_transaction, type, subject) do update set data = excluded.data;
  perform pg_notify('live_event', new.organization_id::text);
  return null;
end $$;

create or replace function note_message() returns trigger
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  insert into live_event (organization_id, type, subject, data) values (new.organization_id, 'message.created', new.id::text,
      jsonb_build_object('id', new.id, 'version', 1, 'conversation_id', new.conversation_id))
    on conflict (organization_id, in_transaction, type, subject) do update set data = excluded.data;
  perform pg_notify('live_event', new.organization_id::text);
  return null;
end $$;

alter function note_versioned_row() owner to desk_dispatch;
alter function note_message() owner to desk_dispatch;
revoke execute on function note_versioned_row(), note_message() from public;

drop function note_duration(conversation, text, timestamptz);
create function note_duration(p_organization uuid, p_conversation uuid, p_inquiry int, p_channel text, p_measure text, p_at timestamptz)
  returns void language plpgsql as $$
declare began timestamptz; known boolean;
begin
  select min(at) filter (where measure = 'received' and key = ''), bool_or(measure = p_measure) into began, known from report_fact
    where organization_id = p_organization and conversation_id = p_conversation and inquiry = p_inquiry;
  if began is null or known then return; end if;
  insert into report_fact (organization_id, conversation_id, inquiry, channel, measure, key, amount, at)
    values (p_organization, p_conversation, p_inquiry, p_channel, p_measure,
      round(10 * ln(greatest(1, extract(epoch from p_at - began))))::int::text, 1, p_at)
    on conflict do nothing;
end $$;

create or replace function report_conversation() returns trigger language plpgsql as $$
declare begins boolean := tg_op = 'INSERT' or new.inquiry > old.inquiry;
begin
  if begins or new.tag_ids <> '{}' or new.destination_id is not null then
    insert into report_fact (organization_id, conversation_id, inquiry, channel, measure, key, amount, at)
      select new.organization_id, new.id, new.inquiry, new.channel, fact.measure, fact.key, 1, new.updated_at
      from (select 'received' as measure, '' as key where begins
        union all select 'eligible', '' where begins and new.owner = 'ai'
        union all select 'tag', named::text from unnest(new.tag_ids) named
        union all select 'destination', new.destination_id::text where new.destination_id is not null) fact
      on conflict do nothing;
  end if;
  if tg_op = 'UPDATE' and new.status = 'resolved' and old.status <> 'resolved' and new.resolution is not null then
    perform note_fact(new, 'resolved', new.resolution, new.updated_at, new.inquiry);
    -- A customer's silence says nothing: it ends a conversation and no time is taken from it.
    if new.resolution in ('ai_confirmed', 'human') then
      perform note_duration(new.organization_id, new.id, new.inquiry, new.channel, 'resolution_time', new.updated_at);
    end if;
  end if;
  return null;
end $$;

create or replace function report_message() returns trigger language plpgsql as $$
declare answers boolean := new.kind = 'ai' and new.answers_seq is not null; of_inquiry int; of_channel text; said text;
begin
  said := case when answers then 'answered' when new.kind = 'human' then 'human_reply'
    when new.kind = 'note' and new.author_type = 'human' then 'human_note' end;
  if said is null then return null; end if;
  select inquiry, channel into of_inquiry, of_channel from conversation
    where organization_id = new.organization_id and id = new.conversation_id;
  insert into report_fact (organization_id, conversation_id, inquiry, channel, measure, key, amount, at)
    values (new.organization_id, new.conversation_id, case when answers then of_inquiry end, of_channel, said, '', 1, new.created_at)
    on conflict do nothing;
  if said <> 'human_note' then
    perform note_duration(new.organization_id, new.conversation_id, of_inquiry, of_channel, 'first_answer_time', new.created_at);
  end if;
  return null;
end $$;

create or replace function report_decision() returns trigger language plpgsql as $$
declare confidence jsonb := new.record -> 'confidence' -> 'value';
begin
  if jsonb_typeof(confidence) = 'number' then
    insert into report_fact (organization_id, conversation_id, inquiry, channel, measure, key, amount, at)
      select new.organization_id, new.conversation_id, fact.inquiry, c.channel, fact.measure, fact.key, 1, new.created_at
      from conversation c, lateral (values ('attempted', '', c.inquiry),
        ('confidence', least(19, floor(confidence::float8 * 20))::int::text, null)) fact (measure, key, inquiry)
      where c.organization_id = new.organization_id and c.id = new.conversation_id
      on conflict do nothing;
  end if;
  return null;
end $$;

drop index customer_proven_email, customer_proven_external_id;
create index customer_proven_email on customer (organization_id, proven_email, created_at, id) where proven_email is not null;
create index customer_proven_external_id on customer (organization_id, proven_external_id, created_at, id)
  where proven_external_id is not null;
