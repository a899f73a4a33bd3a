-- Lanes whose holder died: their lease ran out. Asked every second or two, so it leaves out those that only wait for a worker. Locks nothing. Way back: drop the function.
create function abandoned_lanes(p_limit int)
  returns table (organization_id uuid, channel text, lane_key text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select l.organization_id, l.channel, l.lane_key from lane l
  where l.pending and l.locked_until < clock_timestamp()
  order by l.locked_until limit p_limit
$$;
alter function abandoned_lanes(int) owner to desk_dispatch;
revoke execute on function abandoned_lanes(int) from public;
grant execute on function abandoned_lanes(int) to desk_app;
