-- Claiming a lane and settling a reply that has arrived, each in one round trip that commits by itself, as known_effects does. Takes no lock beyond a moment. Way back: drop claim_lane and settle_arrived.

-- Claims the lane if it is ready and not held, takes its oldest event and counts the attempt. No row: not claimed; a row of nulls:
-- claimed, and nothing waits. Claims an empty lane as well, because only a row that matches is waited for: this may be the only job
-- for an arrival that has not committed yet. The caller's row-level security holds inside.
create function claim_lane(p_organization uuid, p_channel text, p_lane text, p_lease uuid, p_seconds double precision)
  returns setof inbound_event language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('app.organization_id', p_organization::text, true), set_config('app.user_id', '', true);
  update lane set lease = p_lease, locked_until = clock_timestamp() + make_interval(secs => p_seconds)
    where organization_id = p_organization and channel = p_channel and lane_key = p_lane and ready_at <= clock_timestamp()
      and (locked_until is null or locked_until < clock_timestamp());
  if not found then return; end if;
  -- A statement of its own: if the one before waited for an arrival, this one sees it.
  return query update inbound_event set attempts = attempts + 1
    where organization_id = p_organization and id = (select e.id from inbound_event e
      where e.organization_id = p_organization and e.channel = p_channel and e.lane_key = p_lane and e.state = 'queued'
      order by e.id limit 1)
    returning *;
  if not found then return next null; end if;
end $$;

-- Settles a reply as sent, if nothing else follows from that: not if people are waiting for it. Returns whether other rows of the
-- conversation are to be sent, now or later; null if nothing was changed, because more is to be done or the lease is not the
-- sender's any more. Lock order: the conversation before its outbox row.
create function settle_arrived(p_organization uuid, p_conversation uuid, p_row uuid, p_lease uuid, p_provider_message text)
  returns boolean language plpgsql set plan_cache_mode = force_generic_plan as $$
declare follows boolean;
begin
  perform set_config('app.organization_id', p_organization::text, true), set_config('app.user_id', '', true);
  select owner = 'human' and status = 'open' and waiting_since is not null into follows from conversation
    where organization_id = p_organization and id = p_conversation for update;
  if follows is distinct from false then return null; end if;
  update outbox set state = 'sent', send_deadline = null, lease = null, provider_message_id = p_provider_message,
      sent_at = clock_timestamp(), last_error = null
    where organization_id = p_organization and id = p_row and lease = p_lease;
  if not found then return null; end if;
  return exists (select from outbox where organization_id = p_organization and conversation_id = p_conversation
    and state in ('pending', 'sending'));
end $$;
