-- A process loads the indexes of the busiest desks before anybody asks it. New function; way back: drop it.

-- The organizations by the newest change of a conversation; those without one last, newest first. One look-up in an index for each.
create function organizations_by_activity(p_limit int)
  returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select o.id from organization o
    left join lateral (
      select c.updated_at from conversation c where c.organization_id = o.id order by c.updated_at desc limit 1
    ) newest on true
  order by newest.updated_at desc nulls last, o.id desc
  limit p_limit
$$;
alter function organizations_by_activity(int) owner to desk_dispatch;
revoke execute on function organizations_by_activity(int) from public;
grant execute on function organizations_by_activity(int) to desk_app;
