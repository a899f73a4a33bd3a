-- Facts that reports are counted from, noted by triggers, and their hourly sums. Locks conversation, message, decision, handover, outbox and model_use while triggers are made. Way back: drop the triggers, functions and both tables.

-- What happened once in an episode of a conversation has one row; `amount` is a count, or tokens. Nothing of what was said.
create table report_fact (
  organization_id uuid not null,
  id bigint generated always as identity,
  conversation_id uuid not null,
  -- Null: may happen often in an episode.
  episode int,
  channel text not null,
  measure text not null,
  key text not null default '',
  amount bigint not null default 1,
  at timestamptz not null,
  folded boolean not null default false,
  primary key (organization_id, id),
  unique (organization_id, conversation_id, episode, measure, key)
);
create index report_fact_new on report_fact (organization_id) where not folded;
create index report_fact_behind on report_fact (organization_id, measure, key, at, id);
call tenant_table('report_fact');

create table report_hour (
  organization_id uuid not null,
  hour timestamptz not null,
  channel text not null,
  measure text not null,
  key text not null,
  amount bigint not null,
  primary key (organization_id, hour, channel, measure, key)
);
call tenant_table('report_hour');

create function note_fact(p_conversation conversation, p_measure text, p_key text, p_at timestamptz, p_episode int, p_amount bigint default 1)
  returns void language sql as $$
  insert into report_fact (organization_id, conversation_id, episode, channel, measure, key, amount, at)
    values (p_conversation.organization_id, p_conversation.id, p_episode, p_conversation.channel, p_measure, p_key, p_amount, p_at)
    on conflict do nothing
$$;

-- Steps of a tenth in the logarithm: what is read from them is at most five percent off.
create function note_duration(p_conversation conversation, p_measure text, p_at timestamptz) returns void language plpgsql as $$
declare began timestamptz;
begin
  select at into began from report_fact where organization_id = p_conversation.organization_id
    and conversation_id = p_conversation.id and episode = p_conversation.episode and measure = 'received' and key = '';
  if began is null or exists (select from report_fact where organization_id = p_conversation.organization_id
    and conversation_id = p_conversation.id and episode = p_conversation.episode and measure = p_measure) then return; end if;
  perform note_fact(p_conversation, p_measure,
    round(10 * ln(greatest(1, extract(epoch from p_at - began))))::int::text, p_at, p_conversation.episode);
end $$;

create function report_conversation() returns trigger language plpgsql as $$
declare named uuid;
begin
  if tg_op = 'INSERT' or new.episode > old.episode then
    perform note_fact(new, 'received', '', new.updated_at, new.episode);
  end if;
  if new.owner = 'ai' and (tg_op = 'INSERT' or new.episode > old.episode) then
    perform note_fact(new, 'eligible', '', new.updated_at, new.episode);
  end if;
  foreach named in array new.tag_ids loop
    perform note_fact(new, 'tag', named::text, new.updated_at, new.episode);
  end loop;
  if new.destination_id is not null then
    perform note_fact(new, 'destination', new.destination_id::text, new.updated_at, new.episode);
  end if;
  if tg_op = 'UPDATE' and new.status = 'resolved' and old.status <> 'resolved' and new.resolution is not null then
    perform note_fact(new, 'resolved', new.resolution, new.updated_at, new.episode);
    -- A customer's silence says nothing: it ends a conversation and no time is taken from it.
    if new.resolution in ('ai_confirmed', 'human') then perform note_duration(new, 'resolution_time', new.updated_at); end if;
  end if;
  return null;
end $$;

create function report_message() returns trigger language plpgsql as $$
declare of_conversation conversation;
begin
  select * into of_conversation from conversation where organization_id = new.organization_id and id = new.conversation_id;
  if new.kind = 'human' then perform note_fact(of_conversation, 'human_reply', '', new.created_at, null); end if;
  if new.kind = 'note' and new.author_type = 'human' then perform note_fact(of_conversation, 'human_note', '', new.created_at, null); end if;
  if new.kind = 'ai' and new.answers_seq is not null then
    perform note_fact(of_conversation, 'answered', '', new.created_at, of_conversation.episode);
  end if;
  if new.kind = 'human' or (new.kind = 'ai' and new.answers_seq is not null) then
    perform note_duration(of_conversation, 'first_answer_time', new.created_at);
  end if;
  return null;
end $$;

create function report_decision() returns trigger language plpgsql as $$
declare of_conversation conversation;
begin
  select * into of_conversation from conversation where organization_id = new.organization_id and id = new.conversation_id;
  if jsonb_typeof(new.record -> 'confidence' -> 'value') = 'number' then
    perform note_fact(of_conversation, 'attempted', '', new.created_at, of_conversation.episode);
    perform note_fact(of_conversation, 'confidence',
      least(19, floor((new.record -> 'confidence' ->> 'value')::float8 * 20))::int::text, new.created_at, null);
  end if;
  return null;
end $$;

create function report_handover() returns trigger language plpgsql as $$
declare of_conversation conversation;
begin
  if new.direction <> 'to_human' then return null; end if;
  select * into of_conversation from conversation where organization_id = new.organization_id and id = new.conversation_id;
  perform note_fact(of_conversation, 'handover', new.reason, new.created_at, null);
  if new.rule_id is not null then perform note_fact(of_conversation, 'rule', new.rule_id::text, new.created_at, null); end if;
  if new.reason in ('ai_timeout', 'ai_error') then
    perform note_fact(of_conversation, 'failed', '', new.created_at, of_conversation.episode);
  elsif new.actor_type <> 'human' then
    perform note_fact(of_conversation, 'escalated', '', new.created_at, of_conversation.episode);
  end if;
  return null;
end $$;

create function report_tokens() returns trigger language plpgsql as $$
declare of_conversation conversation;
begin
  select * into of_conversation from conversation where organization_id = new.organization_id and id = new.conversation_id;
  perform note_fact(of_conversation, 'tokens', 'input', clock_timestamp(), null,
    new.input_tokens - case when tg_op = 'UPDATE' then old.input_tokens else 0 end);
  perform note_fact(of_conversation, 'tokens', 'output', clock_timestamp(), null,
    new.output_tokens - case when tg_op = 'UPDATE' then old.output_tokens else 0 end);
  return null;
end $$;

create trigger report after insert or update of episode, tag_ids, destination_id, status, resolution on conversation
  for each row execute function report_conversation();
create trigger report after insert on message for each row when (new.kind in ('ai', 'human', 'note')) execute function report_message();
create trigger report after insert on decision for each row execute function report_decision();
create trigger report after insert on handover for each row execute function report_handover();
create trigger report after insert or update on model_use for each row execute function report_tokens();

-- Adds what is new to the sums. One at a time for an organization; a report reads both in one snapshot, so nothing is
-- counted twice or missed, however late a transaction commits.
create function fold_report_facts(p_organization uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('report ' || p_organization, 0));
  with taken as (
    update report_fact set folded = true where organization_id = p_organization and not folded
    returning at, channel, measure, key, amount
  )
  insert into report_hour (organization_id, hour, channel, measure, key, amount)
    select p_organization, date_trunc('hour', at, 'UTC'), channel, measure, key, sum(amount) from taken group by 2, 3, 4, 5
    on conflict (organization_id, hour, channel, measure, key) do update set amount = report_hour.amount + excluded.amount;
end $$;

create policy dispatch on report_fact for select to desk_dispatch using (true);
grant select (organization_id, folded) on report_fact to desk_dispatch;
create function organizations_with_new_facts() returns setof uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
  select distinct organization_id from report_fact where not folded
$$;
alter function organizations_with_new_facts() owner to desk_dispatch;
revoke execute on function organizations_with_new_facts() from public;
grant execute on function organizations_with_new_facts() to desk_app;

-- What happened before there were facts, as far as it is still known.
insert into report_fact (organization_id, conversation_id, episode, channel, measure, at)
  select organization_id, id, 1, channel, 'received', created_at from conversation;
insert into report_fact (organization_id, conversation_id, channel, measure, key, at)
  select h.organization_id, h.conversation_id, c.channel, 'handover', h.reason, h.created_at
  from handover h join conversation c on c.organization_id = h.organization_id and c.id = h.conversation_id
  where h.direction = 'to_human';
insert into report_fact (organization_id, conversation_id, episode, channel, measure, at)
  select c.organization_id, c.id, 1, c.channel, 'answered', min(m.created_at)
  from message m join conversation c on c.organization_id = m.organization_id and c.id = m.conversation_id
  where m.kind = 'ai' and m.answers_seq is not null group by 1, 2, 4;
