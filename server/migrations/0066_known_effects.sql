-- Which effects have happened, asked in one round trip: the question names the organization itself, as accept_event does. Takes no lock. Way back: drop known_effects.

-- The caller's row-level security holds inside: without a row of this organization it answers nothing.
create function known_effects(p_organization uuid, p_channel text, p_effects text[])
  returns setof text language plpgsql as $$
begin
  perform set_config('app.organization_id', p_organization::text, true), set_config('app.user_id', '', true);
  return query select e.effect from inbound_effect e
    where e.organization_id = p_organization and e.channel = p_channel and e.effect = any (p_effects);
end $$;
