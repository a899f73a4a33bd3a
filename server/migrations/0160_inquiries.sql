-- Reports count what customers begin, and people reopen conversations too: an inquiry begins with a customer's message, an episode with any reopening. Locks conversation while its rows get the number, and report_fact for a moment. Way back: rename the column of report_fact back, the functions as in 0033 and 0094, then drop the column.

alter table conversation add column inquiry int not null default 1;
-- Until now only a customer's message began an episode.
update conversation set inquiry = episode where episode > 1;
alter table report_fact rename column episode to inquiry;

create or replace function note_fact(p_conversation conversation, p_measure text, p_key text, p_at timestamptz, p_episode int, p_amount bigint default 1)
  returns void language plpgsql as $$
begin
  insert into report_fact (organization_id, conversation_id, inquiry, channel, measure, key, amount, at)
    values (p_conversation.organization_id, p_conversation.id, p_episode, p_conversation.channel, p_measure, p_key, p_amount, p_at)
    on conflict do nothing;
end $$;

create or replace function note_duration(p_conversation conversation, p_measure text, p_at timestamptz) returns void language plpgsql as $$
declare began timestamptz;
begin
  select at into began from report_fact where organization_id = p_conversation.organization_id
    and conversation_id = p_conversation.id and inquiry = p_conversation.inquiry and measure = 'received' and key = '';
  if began is null or exists (select from report_fact where organization_id = p_conversation.organization_id
    and conversation_id = p_conversation.id and inquiry = p_conversation.inquiry and measure = p_measure) then return; end if;
  perform note_fact(p_conversation, p_measure,
    round(10 * ln(greatest(1, extract(epoch from p_at - began))))::int::text, p_at, p_conversation.inquiry);
end $$;

create or replace function report_conversation() returns trigger language plpgsql as $$
declare named uuid;
begin
  if tg_op = 'INSERT' or new.inquiry > old.inquiry then
    perform note_fact(new, 'received', '', new.updated_at, new.inquiry);
  end if;
  if new.owner = 'ai' and (tg_op = 'INSERT' or new.inquiry > old.inquiry) then
    perform note_fact(new, 'eligible', '', new.updated_at, new.inquiry);
  end if;
  foreach named in array new.tag_ids loop
    perform note_fact(new, 'tag', named::text, new.updated_at, new.inquiry);
  end loop;
  if new.destination_id is not null then
    perform note_fact(new, 'destination', new.destination_id::text, new.updated_at, new.inquiry);
  end if;
  if tg_op = 'UPDATE' and new.status = 'resolved' and old.status <> 'resolved' and new.resolution is not null then
    perform note_fact(new, 'resolved', new.resolution, new.updated_at, new.inquiry);
    -- A customer's silence says nothing: it ends a conversation and no time is taken from it.
    if new.resolution in ('ai_confirmed', 'human') then perform note_duration(new, 'resolution_time', new.updated_at); end if;
  end if;
  return null;
end $$;

create or replace function report_message() returns trigger language plpgsql as $$
declare of_conversation conversation;
begin
  select * into of_conversation from conversation where organization_id = new.organization_id and id = new.conversation_id;
  if new.kind = 'human' then perform note_fact(of_conversation, 'human_reply', '', new.created_at, null); end if;
  if new.kind = 'note' and new.author_type = 'human' then perform note_fact(of_conversation, 'human_note', '', new.created_at, null); end if;
  if new.kind = 'ai' and new.answers_seq is not null then
    perform note_fact(of_conversation, 'answered', '', new.created_at, of_conversation.inquiry);
  end if;
  if new.kind = 'human' or (new.kind = 'ai' and new.answers_seq is not null) then
    perform note_duration(of_conversation, 'first_answer_time', new.created_at);
  end if;
  return null;
end $$;

create or replace function report_decision() returns trigger language plpgsql as $$
declare of_conversation conversation;
begin
  select * into of_conversation from conversation where organization_id = new.organization_id and id = new.conversation_id;
  if jsonb_typeof(new.record -> 'confidence' -> 'value') = 'number' then
    perform note_fact(of_conversation, 'attempted', '', new.created_at, of_conversation.inquiry);
    perform note_fact(of_conversation, 'confidence',
      least(19, floor((new.record -> 'confidence' ->> 'value')::float8 * 20))::int::text, new.created_at, null);
  end if;
  return null;
end $$;

create or replace function report_handover() returns trigger language plpgsql as $$
declare of_conversation conversation;
begin
  if new.direction <> 'to_human' then return null; end if;
  select * into of_conversation from conversation where organization_id = new.organization_id and id = new.conversation_id;
  perform note_fact(of_conversation, 'handover', new.reason, new.created_at, null);
  if new.rule_id is not null then perform note_fact(of_conversation, 'rule', new.rule_id::text, new.created_at, null); end if;
  if new.reason in ('ai_timeout', 'ai_error') then
    perform note_fact(of_conversation, 'failed', '', new.created_at, of_conversation.inquiry);
  elsif new.actor_type <> 'human' then
    perform note_fact(of_conversation, 'escalated', '', new.created_at, of_conversation.inquiry);
  end if;
  return null;
end $$;
