-- Leases, pauses and deadlines that were measured before the clock was set back move back with it. A new table of one row, policies and functions; locks each table for a moment. Way back: drop both functions, the policies follow_clock and the table.

-- The latest time that the database was seen to have.
create table clock_mark (at timestamptz not null);
create unique index clock_mark_one on clock_mark ((true));
insert into clock_mark values ('-infinity');
grant select, update on clock_mark to desk_dispatch;

do $$
declare
  of_table text;
  its_columns text;
begin
  for of_table, its_columns in values
    ('lane', 'locked_until, ready_at'), ('conversation', 'turn_due_at, turn_deadline_at, turn_lease_until'),
    ('outbox', 'next_at, send_deadline'), ('turn_pace', 'since'), ('document', 'lease_until, stage_deadline'),
    ('suite_run', 'leased_until'), ('webhook_endpoint', 'serving_until, rests_until'),
    ('webhook_delivery', 'leased_until, next_attempt_at'), ('organization_export', 'leased_until'),
    ('integration', 'refreshing_until, provisioning_until'), ('drive_grant', 'refreshing_until'),
    ('connector', 'fetching_until, checking_until'), ('idempotency_key', 'lease_until')
  loop
    execute format('create policy follow_clock on %I to desk_dispatch using (true)', of_table);
    execute format('grant select (%s), update (%s) on %I to desk_dispatch', its_columns, its_columns, of_table);
  end loop;
end $$;

-- What was measured before lies further ahead than half of the step; what has been measured since does not.
create function moved_back(at timestamptz, step interval) returns timestamptz language sql volatile as $$
  select case when at > clock_timestamp() + step / 2 then greatest(clock_timestamp(), at - step) else at end
$$;

-- The seconds by which the clock was set back since the last call, a minute or more; otherwise null.
create function follow_clock() returns double precision
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  step interval;
  ahead timestamptz;
begin
  select m.at - clock_timestamp() into step from clock_mark m for update;
  update clock_mark set at = clock_timestamp() where at < clock_timestamp() or step >= interval '1 minute';
  if step < interval '1 minute' then return null; end if;
  ahead := clock_timestamp() + step / 2;
  update lane set locked_until = moved_back(locked_until, step), ready_at = moved_back(ready_at, step)
    where greatest(locked_until, ready_at) > ahead;
  update conversation set turn_due_at = moved_back(turn_due_at, step), turn_deadline_at = moved_back(turn_deadline_at, step),
      turn_lease_until = moved_back(turn_lease_until, step)
    where greatest(turn_due_at, turn_deadline_at, turn_lease_until) > ahead;
  update outbox set next_at = moved_back(next_at, step), send_deadline = moved_back(send_deadline, step)
    where greatest(next_at, send_deadline) > ahead;
  update turn_pace set since = moved_back(since, step) where since > ahead;
  update automatic_mail set newest = moved_back(newest, step) where newest > ahead;
  update document set lease_until = moved_back(lease_until, step), stage_deadline = moved_back(stage_deadline, step)
    where greatest(lease_until, stage_deadline) > ahead;
  update suite_run set leased_until = moved_back(leased_until, step) where leased_until > ahead;
  update webhook_endpoint set serving_until = moved_back(serving_until, step), rests_until = moved_back(rests_until, step)
    where greatest(serving_until, rests_until) > ahead;
  update webhook_delivery set leased_until = moved_back(leased_until, step), next_attempt_at = moved_back(next_attempt_at, step)
    where greatest(leased_until, next_attempt_at) > ahead;
  update organization_export set leased_until = moved_back(leased_until, step) where leased_until > ahead;
  update integration set refreshing_until = moved_back(refreshing_until, step),
      provisioning_until = moved_back(provisioning_until, step)
    where greatest(refreshing_until, provisioning_until) > ahead;
  update drive_grant set refreshing_until = moved_back(refreshing_until, step) where refreshing_until > ahead;
  update connector set fetching_until = moved_back(fetching_until, step), checking_until = moved_back(checking_until, step)
    where greatest(fetching_until, checking_until) > ahead;
  update idempotency_key set lease_until = moved_back(lease_until, step) where lease_until > ahead;
  delete from presence where until > ahead;
  return extract(epoch from step);
end $$;
alter function moved_back(timestamptz, interval) owner to desk_dispatch;
alter function follow_clock() owner to desk_dispatch;
revoke execute on function moved_back(timestamptz, interval), follow_clock() from public;
grant execute on function moved_back(timestamptz, interval) to desk_app, desk_dispatch;
grant execute on function follow_clock() to desk_app;
