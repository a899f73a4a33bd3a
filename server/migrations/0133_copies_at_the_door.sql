-- A copy that is recognised at the door leaves a decision, as others do: the first of an event promises it, the rest change nothing. Locks inbound_event while two columns are added; no rewrite. Way back: drop note_copy and the columns, and restore accept_event and ingest_event of 0058.

alter table inbound_event add column copied_at timestamptz, add column message text;
comment on column inbound_event.copied_at is 'When the event came a second time.';
comment on column inbound_event.message is 'The vendor''s name of the customer''s message that it brought; null when it brought none.';

-- Strangers cannot cause it, vendors repeat as they like: one row and one job for each event, however often it comes.
create function note_copy(p_organization uuid, p_channel text, p_event text) returns void language plpgsql as $$
begin
  update inbound_event set copied_at = clock_timestamp()
    where organization_id = p_organization and channel = p_channel and provider_event_id = p_event and copied_at is null;
  if found then
    perform enqueue_job(gen_random_uuid(), 'copied-event',
      jsonb_build_object('organizationId', p_organization, 'channel', p_channel, 'eventId', p_event),
      p_organization::text, p_organization::text || ':' || p_channel || ':' || p_event);
  end if;
end $$;

create or replace function ingest_event(
  p_organization uuid, p_channel text, p_event text, p_lane text, p_raw bytea, p_sha256 bytea, p_headers jsonb, p_facts jsonb
) returns text language plpgsql as $$
declare known bytea;
begin
  -- The second of two events of a lane waits here: events get their numbers in the order in which they are acknowledged.
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
  perform note_copy(p_organization, p_channel, p_event);
  select raw_sha256 into known from inbound_event
    where organization_id = p_organization and channel = p_channel and provider_event_id = p_event;
  if known = p_sha256 then return 'duplicate'; end if;
  update inbound_event set conflicts = conflicts + 1
    where organization_id = p_organization and channel = p_channel and provider_event_id = p_event;
  return 'conflict';
end $$;

create or replace function accept_event(
  p_organization uuid, p_channel text, p_event text, p_lane text, p_raw bytea, p_sha256 bytea, p_headers jsonb, p_facts jsonb,
  p_job uuid, p_queue text, p_key text
) returns text language plpgsql as $$
declare
  outcome text;
  first_event text;
begin
  perform set_config('app.organization_id', p_organization::text, true), set_config('app.user_id', '', true);
  if p_facts ->> 'invocation' is not null then
    select provider_event_id into first_event from inbound_event
      where organization_id = p_organization and channel = p_channel and raw_sha256 = p_sha256
        and facts ->> 'invocation' = p_facts ->> 'invocation'
      order by id limit 1;
    if found then
      perform note_copy(p_organization, p_channel, first_event);
      return 'duplicate';
    end if;
  end if;
  outcome := ingest_event(p_organization, p_channel, p_event, p_lane, p_raw, p_sha256, p_headers, p_facts);
  if outcome = 'new' then
    perform enqueue_job(p_job, p_queue,
      jsonb_build_object('organizationId', p_organization, 'channel', p_channel, 'lane', p_lane), p_organization::text, p_key);
  end if;
  return outcome;
end $$;
