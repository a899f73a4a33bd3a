-- Conversations in which nobody does anything any more, and words that are kept for a limited time only. New table, functions and grants; way back: drop them.

-- When an organization's words were last gone through, by the day.
create table retention_run (
  organization_id uuid primary key references organization (id),
  ran_on date not null
);
call tenant_table('retention_run');

-- What is due of any organization; ids only.
create policy dispatch on organization_settings for select to desk_dispatch using (true);
grant select on organization_settings to desk_dispatch;
create policy dispatch on retention_run for select to desk_dispatch using (true);
grant select on retention_run to desk_dispatch;
grant select (last_message_at, created_at, updated_at) on conversation to desk_dispatch;

create function inactive_conversations(p_now timestamptz, p_limit int)
  returns table (organization_id uuid, conversation_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select c.organization_id, c.id from conversation c join organization_settings s on s.organization_id = c.organization_id
  where c.status = 'pending' and s.doc -> 'inactivity' ->> 'policy' = 'resolve'
    and greatest(c.last_message_at, c.updated_at)
      < p_now - make_interval(hours => coalesce((s.doc -> 'inactivity' ->> 'hours')::int, 72))
  limit p_limit
$$;

create function retention_due(p_today date)
  returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select s.organization_id from organization_settings s left join retention_run r on r.organization_id = s.organization_id
  where (s.doc -> 'retention_days' ->> 'messages' is not null or s.doc -> 'retention_days' ->> 'decisions' is not null)
    and (r.ran_on is null or r.ran_on < p_today)
$$;
alter function inactive_conversations(timestamptz, int) owner to desk_dispatch;
alter function retention_due(date) owner to desk_dispatch;
revoke execute on function inactive_conversations(timestamptz, int), retention_due(date) from public;
grant execute on function inactive_conversations(timestamptz, int), retention_due(date) to desk_app;

-- A record is still never changed, but it ends when the organization wants that.
grant delete on decision to desk_app;

create index message_age on message (organization_id, created_at);
create index decision_age on decision (organization_id, created_at);
create index inbound_event_age on inbound_event (organization_id, received_at) where octet_length(raw) > 0;
