-- Acknowledging in one round trip: one call keeps the event, marks its lane and wakes it with a job, and commits. Takes no lock beyond a moment. Way back: drop accept_event and enqueue_job, and restore ingest_event of 0004.

-- As before, but a lane that waits already is not written again: a hot conversation gets many events before one is read.
create or replace function ingest_event(
  p_organization uuid, p_channel text, p_event text, p_lane text, p_raw bytea, p_sha256 bytea, p_headers jsonb, p_facts jsonb
) returns text language plpgsql as $$
declare known bytea;
begin
  -- Whoever comes second waits here, so that events get their numbers in the order in which they are acknowledged.
  perform 1 from lane where organization_id = p_organization and channel = p_channel and lane_key = p_lane for update;
  if not found then
    insert into lane (organization_id, channel, lane_key) values (p_organization, p_channel, p_lane) on conflict do nothing;
    perform 1 from lane where organization_id = p_organization and channel = p_channel and lane_key = p_lane for update;
  end if;
  insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, facts)
    values (p_organization, p_channel, p_event, p_lane, p_raw, p_sha256, p_headers, p_facts)
    on conflict (organization_id, channel, provider_event_id) do nothing;
  if found then
    update lane set pending = true
      where organization_id = p_organization and channel = p_channel and lane_key = p_lane and not pending;
    return 'new';
  end if;
  select raw_sha256 into known from inbound_event
    where organization_id = p_organization and channel = p_channel and provider_event_id = p_event;
  if known = p_sha256 then return 'duplicate'; end if;
  update inbound_event set conflicts = conflicts + 1
    where organization_id = p_organization and channel = p_channel and provider_event_id = p_event;
  return 'conflict';
end $$;

-- What pg-boss's `send` writes for a job that starts now (a test compares the two rows).
create function enqueue_job(p_id uuid, p_queue text, p_data jsonb, p_group text, p_key text)
  returns void language plpgsql as $$
begin
  insert into pgboss.job_common (id, name, data, priority, start_after, created_on, singleton_key, group_id, expire_seconds,
    deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
    heartbeat_seconds, blocked, blocking, pending_dependencies)
  select p_id, q.name, p_data, 0, pgboss.job_now(), pgboss.job_now(), p_key, p_group, q.expire_seconds,
    q.deletion_seconds, pgboss.job_now() + q.retention_seconds * interval '1 second', q.retry_limit, q.retry_delay,
    coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds, false, false, 0
  from pgboss.queue q where q.name = p_queue
  on conflict do nothing;
end $$;

-- `duplicate` also for what a vendor's retry says again under another signature: the same body with the same invocation.
create function accept_event(
  p_organization uuid, p_channel text, p_event text, p_lane text, p_raw bytea, p_sha256 bytea, p_headers jsonb, p_facts jsonb,
  p_job uuid, p_queue text, p_key text
) returns text language plpgsql as $$
declare outcome text;
begin
  perform set_config('app.organization_id', p_organization::text, true), set_config('app.user_id', '', true);
  if p_facts ->> 'invocation' is not null and exists (
    select from inbound_event where organization_id = p_organization and channel = p_channel and raw_sha256 = p_sha256
      and facts ->> 'invocation' = p_facts ->> 'invocation') then
    return 'duplicate';
  end if;
  outcome := ingest_event(p_organization, p_channel, p_event, p_lane, p_raw, p_sha256, p_headers, p_facts);
  if outcome = 'new' then
    perform enqueue_job(p_job, p_queue,
      jsonb_build_object('organizationId', p_organization, 'channel', p_channel, 'lane', p_lane), p_organization::text, p_key);
  end if;
  return outcome;
end $$;
