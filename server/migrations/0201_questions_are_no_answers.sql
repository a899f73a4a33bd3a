-- A question that the AI asks back is not counted as answered by the AI; what was counted before stays. Replaces a function; no lock. Way back: the function of 0193.

create or replace function report_message() returns trigger language plpgsql as $$
declare answers boolean := new.kind = 'ai' and new.answers_seq is not null; of_inquiry int; of_channel text; said text;
begin
  said := case when answers then 'answered' when new.kind = 'human' then 'human_reply'
    when new.kind = 'note' and new.author_type = 'human' then 'human_note' end;
  if said is null then return null; end if;
  select inquiry, channel into of_inquiry, of_channel from conversation
    where organization_id = new.organization_id and id = new.conversation_id;
  if not (answers and exists (select from decision d where d.organization_id = new.organization_id and d.id = new.decision_id
      and d.record ->> 'outcome' = 'clarify')) then
    insert into report_fact (organization_id, conversation_id, inquiry, channel, measure, key, amount, at)
      values (new.organization_id, new.conversation_id, case when answers then of_inquiry end, of_channel, said, '', 1, new.created_at)
      on conflict do nothing;
  end if;
  if said <> 'human_note' then
    perform note_duration(new.organization_id, new.conversation_id, of_inquiry, of_channel, 'first_answer_time', new.created_at);
  end if;
  return null;
end $$;
