-- How long the oldest work of any organization has been due, for /metrics: figures only. Way back: drop the function.
create function queue_ages()
  returns table (queue text, seconds double precision)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select 'events', coalesce(extract(epoch from clock_timestamp() - min(l.ready_at)), 0)::double precision
  from lane l where l.pending and l.ready_at <= clock_timestamp()
  union all
  select 'deliveries', coalesce(extract(epoch from clock_timestamp() - min(o.next_at)), 0)::double precision
  from outbox o where o.state in ('pending', 'sending') and o.next_at <= clock_timestamp()
$$;
alter function queue_ages() owner to desk_dispatch;
revoke execute on function queue_ages() from public;
grant execute on function queue_ages() to desk_app;
