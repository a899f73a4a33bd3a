-- A turn that seems to be due later than any pause allows was promised before the clock was set back: it is overdue, too. Replaces a function; no lock. Way back: the function of 0005.

create or replace function overdue_conversations()
  returns table (organization_id uuid, conversation_id uuid, need text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select c.organization_id, c.id, 'deadline' from conversation c
    where c.turn_deadline_at < clock_timestamp()
  union all
  -- A turn whose job or process got lost, with time left to try again. The longest pause before a turn is a minute.
  select c.organization_id, c.id, 'turn' from conversation c
    where (c.triage_due or (c.owner = 'ai' and c.ai_state in ('queued', 'running')))
      and (c.turn_due_at < clock_timestamp() - interval '10 seconds' or c.turn_due_at > clock_timestamp() + interval '2 minutes')
      and (c.turn_lease_until is null or c.turn_lease_until < clock_timestamp())
      and (c.turn_deadline_at is null or c.turn_deadline_at >= clock_timestamp())
  union all
  select c.organization_id, c.id, 'lost' from conversation c
    where c.owner = 'ai' and c.ai_state = 'idle' and c.status = 'open'
      and c.waiting_since < clock_timestamp() - interval '10 seconds'
  union all
  select c.organization_id, c.id, 'wake' from conversation c
    where c.status = 'snoozed' and c.snoozed_until < clock_timestamp()
  union all
  select distinct o.organization_id, o.conversation_id, 'delivery' from outbox o
    where (o.state = 'pending' and o.next_at < clock_timestamp() - interval '10 seconds')
       or (o.state = 'sending' and o.send_deadline < clock_timestamp())
$$;
