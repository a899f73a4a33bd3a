-- Every organization has something that is kept for a limited time only: what came in, as it came. Locks nothing for long. Way back: the function of 0055.

create or replace function retention_due(p_today date)
  returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select o.id from organization o left join retention_run r on r.organization_id = o.id
  where r.ran_on is null or r.ran_on < p_today
$$;
