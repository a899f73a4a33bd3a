-- Events that come close together are acknowledged by one commit, and fewer of them stand in an index by their body. Locks inbound_event while that index is made. Way back: drop accept_events, restore ingest_event of 0133 and the index of 0058 over all rows.

-- As before, but a lane that is new is written once: it waits from the beginning.
create or replace function ingest_event(
  p_organization uuid, p_channel text, p_event text, p_lane text, p_raw bytea, p_sha256 bytea, p_headers jsonb, p_facts jsonb
) returns text language plpgsql as $$
declare
  known bytea;
  is_new boolean := false;
begin
  -- The second of two events of a lane waits here: events get their numbers in the order in which they are acknowledged.
  perform 1 from lane where organization_id = p_organization and channel = p_channel and lane_key = p_lane for update;
  if not found then
    insert into lane (organization_id, channel, lane_key, pending) values (p_organization, p_channel, p_lane, true)
      on conflict do nothing;
    is_new := found;
    if not is_new then
      perform 1 from lane where organization_id = p_organization and channel = p_channel and lane_key = p_lane for update;
    end if;
  end if;
  insert into inbound_event (organization_id, channel, provider_event_id, lane_key, raw, raw_sha256, headers, facts)
    values (p_organization, p_channel, p_event, p_lane, p_raw, p_sha256, p_headers, p_facts)
    on conflict (organization_id, channel, provider_event_id) do nothing;
  if found then
    if not is_new then
      update lane set pending = true
        where organization_id = p_organization and channel = p_channel and lane_key = p_lane and not pending;
    end if;
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

-- The outcomes in the order of the events. Their bodies and hashes come one behind the other, as arrays of bytes would be sent as text.
create function accept_events(
  p_organizations uuid[], p_channels text[], p_events text[], p_lanes text[], p_bodies bytea, p_lengths int[], p_sha256s bytea,
  p_headers jsonb[], p_facts jsonb[], p_jobs uuid[], p_queue text, p_keys text[]
) returns text[] language plpgsql as $$
declare
  event record;
  outcomes text[] := array_fill(null::text, array[cardinality(p_events)]);
begin
  -- In the order of their lanes: two batches that lock the same ones must not wait for each other.
  for event in
    select each.*, (sum(length) over (order by place) - length + 1)::int as start
    from unnest(p_organizations, p_channels, p_events, p_lanes, p_lengths, p_headers, p_facts, p_jobs, p_keys)
      with ordinality as each(organization, channel, name, lane, length, headers, facts, job, key, place)
    order by organization, channel, lane, place
  loop
    outcomes[event.place] := accept_event(event.organization, event.channel, event.name, event.lane,
      substring(p_bodies from event.start for event.length), substring(p_sha256s from (32 * (event.place - 1) + 1)::int for 32),
      event.headers, event.facts, event.job, p_queue, event.key);
  end loop;
  return outcomes;
end $$;

-- Only retries that carry an invocation are looked for by their body.
drop index inbound_event_body;
create index inbound_event_body on inbound_event (organization_id, channel, raw_sha256) where facts ->> 'invocation' is not null;
