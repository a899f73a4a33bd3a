-- One job per webhook endpoint, leases of deliveries apart from when they are due, several former secrets, and no presence kept for replays. Adds columns that are null (no rewrite) and drops one; replaces three functions. Way back: add previous_secret_sealed, drop the new columns, and make the functions of 0172 again.

-- A job is sending to this address; another one would only occupy a slot more.
alter table webhook_endpoint add column serving_until timestamptz;
-- The secrets that were replaced during the last day, each with its end, and the end of the newest. One that was replaced before this
-- migration signs no more.
alter table webhook_endpoint drop column previous_secret_sealed, drop column previous_secret_until;
alter table webhook_endpoint add column former_secrets_sealed text, add column former_secrets_until timestamptz;
-- An attempt is under way; when this is over, it counts as lost.
alter table webhook_delivery add column leased_until timestamptz;

-- What a person waits for is sent beside what is being sent, and while the address rests.
grant select (serving_until) on webhook_endpoint to desk_dispatch;
grant select (asked, leased_until) on webhook_delivery to desk_dispatch;
create or replace function due_webhook_endpoints(p_now timestamptz) returns table (organization_id uuid, id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select w.organization_id, w.id from webhook_endpoint w
  cross join lateral (select coalesce(greatest(w.rests_until, w.serving_until) <= p_now, true) as is_free) address
  where w.enabled and (
    exists (select from webhook_delivery d where d.organization_id = w.organization_id and d.endpoint_id = w.id
      and d.state = 'pending' and d.next_attempt_at <= p_now and (d.leased_until is null or d.leased_until <= p_now)
      and (address.is_free or d.asked))
    or (address.is_free and (
      w.replay_after is not null
      or exists (select from live_event e where e.organization_id = w.organization_id and e.position is null)
      or exists (select from live_event e where e.organization_id = w.organization_id and e.position > w.seen))))
$$;

-- What is pending is kept until it is accepted, given up or dropped.
create or replace function forget_webhook_deliveries(p_before timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from webhook_delivery where created_at < p_before and state <> 'pending'
$$;

-- Presence is never sent to endpoints: nobody replays it.
create or replace function forget_live_events(p_before timestamptz, p_before_with_endpoints timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare unread uuid;
begin
  for unread in select distinct organization_id from live_event where position is null and at < p_before loop
    perform place_live_events(unread);
  end loop;
  delete from live_event e where e.at < p_before
    and e.position < (select max(newer.position) from live_event newer where newer.organization_id = e.organization_id)
    and (e.type = 'presence.updated' or not exists (select from webhook_endpoint w where w.organization_id = e.organization_id
      and (e.at >= p_before_with_endpoints or (w.enabled and w.seen < e.position))));
end $$;
