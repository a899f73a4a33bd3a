-- Webhook endpoints: where an organization's events are sent, and each delivery with its attempts. New tables; changes which live events are forgotten. Way back: drop the tables and the functions, and make forget_live_events of 0030 again.

create table webhook_endpoint (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  enabled boolean not null,
  disabled_reason text check (disabled_reason in ('gone', 'failing')),
  disabled_at timestamptz,
  failing_since timestamptz,
  -- An address that accepts nothing is not asked again before.
  rests_until timestamptz,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- The place of the last live event that this endpoint has its delivery of, if it wants it.
  seen bigint not null,
  -- A replay under way: the events after the one place, up to the other, are still to be delivered again.
  replay_after bigint,
  replay_until bigint,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organization_id, id)
);
call tenant_table('webhook_endpoint');

create table webhook_delivery (
  organization_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  -- The exact bytes that are signed, the same at every attempt.
  event_id text not null,
  payload text not null,
  cause text not null check (cause in ('event', 'replay', 'test')),
  state text not null check (state in ('pending', 'delivered', 'failed', 'dropped')),
  attempts jsonb not null default '[]',
  -- When the next attempt is due; while one is under way, when it counts as lost.
  next_attempt_at timestamptz,
  -- A person waits for it: it goes before the others.
  asked boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id) references webhook_endpoint (organization_id, id) on delete cascade
);
create index webhook_delivery_newest on webhook_delivery (organization_id, endpoint_id, id desc);
create index webhook_delivery_due on webhook_delivery (organization_id, endpoint_id, next_attempt_at) where state = 'pending';
create index webhook_delivery_age on webhook_delivery (created_at);
call tenant_table('webhook_delivery');

-- Which endpoints have something to do. Ids only. An organization without endpoints costs nothing here.
create policy dispatch on webhook_endpoint for select to desk_dispatch using (true);
grant select (organization_id, id, enabled, seen, rests_until, replay_after) on webhook_endpoint to desk_dispatch;
create policy dispatch on webhook_delivery to desk_dispatch using (true);
grant select (organization_id, endpoint_id, state, next_attempt_at, created_at), delete on webhook_delivery to desk_dispatch;
create function due_webhook_endpoints(p_now timestamptz) returns table (organization_id uuid, id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select w.organization_id, w.id from webhook_endpoint w
  where w.enabled and (w.rests_until is null or w.rests_until <= p_now) and (
    w.replay_after is not null
    or exists (select from live_event e where e.organization_id = w.organization_id and e.position is null)
    or exists (select from live_event e where e.organization_id = w.organization_id and e.position > w.seen)
    or exists (select from webhook_delivery d where d.organization_id = w.organization_id and d.endpoint_id = w.id
      and d.state = 'pending' and d.next_attempt_at <= p_now))
$$;
alter function due_webhook_endpoints(timestamptz) owner to desk_dispatch;
revoke execute on function due_webhook_endpoints(timestamptz) from public;
grant execute on function due_webhook_endpoints(timestamptz) to desk_app;

create function forget_webhook_deliveries(p_before timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from webhook_delivery where created_at < p_before
$$;
alter function forget_webhook_deliveries(timestamptz) owner to desk_dispatch;
revoke execute on function forget_webhook_deliveries(timestamptz) from public;
grant execute on function forget_webhook_deliveries(timestamptz) to desk_app;

-- Organizations with endpoints keep their events longer, for replays; and what an endpoint has no delivery of yet is kept in any case.
drop function forget_live_events(timestamptz);
create function forget_live_events(p_before timestamptz, p_before_with_endpoints timestamptz) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare unread uuid;
begin
  for unread in select distinct organization_id from live_event where position is null and at < p_before loop
    perform place_live_events(unread);
  end loop;
  delete from live_event e where e.at < p_before
    and e.position < (select max(newer.position) from live_event newer where newer.organization_id = e.organization_id)
    and not exists (select from webhook_endpoint w where w.organization_id = e.organization_id
      and (e.at >= p_before_with_endpoints or (w.enabled and w.seen < e.position)));
end $$;
alter function forget_live_events(timestamptz, timestamptz) owner to desk_dispatch;
revoke execute on function forget_live_events(timestamptz, timestamptz) from public;
grant execute on function forget_live_events(timestamptz, timestamptz) to desk_app;
