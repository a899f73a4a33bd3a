-- One person over channels, the erasure of a person, and the marks that keep old events from bringing the erased back. Locks customer while columns and indexes are made, and lane for a moment. Way back: drop the columns, the functions and both tables.

alter table customer
  -- The row of the person's first identity, which stands for the person; the row's own id until it is linked or merged.
  add column person_id uuid,
  -- What a proven message said last: by these alone identities are linked.
  add column proven_email text,
  add column proven_external_id text,
  -- What people of the desk have written about the person: no vendor's event overwrites it.
  add column given jsonb not null default '{}',
  -- Of what people edit.
  add column version int not null default 1,
  -- Set from the moment of the wish; the row ends with its erasure.
  add column erasure_id uuid;
alter table customer no force row level security;
update customer set person_id = id;
alter table customer force row level security;
alter table customer alter column person_id set not null;
create index customer_of_person on customer (organization_id, person_id);
create index customer_proven_email on customer (organization_id, proven_email) where proven_email is not null;
create index customer_proven_external_id on customer (organization_id, proven_external_id) where proven_external_id is not null;
create index customer_external_id on customer (organization_id, external_id) where external_id is not null;

create table erasure (
  organization_id uuid not null,
  id uuid not null,
  -- The person, who is no more when this is read.
  customer_id uuid not null,
  status text not null check (status in ('pending', 'done')),
  counts jsonb not null default '{}',
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id),
  check ((status = 'done') = (finished_at is not null))
);
call tenant_table('erasure');

-- Nothing that names anybody: keyed digests of channel and identity. What was written before that time is no news of them.
create table erased_mark (
  organization_id uuid not null,
  mark_hash bytea not null,
  erased_at timestamptz not null,
  primary key (organization_id, mark_hash)
);
call tenant_table('erased_mark');

-- A helpdesk tells of a whole conversation in every event about it: in the lane of an erased one, no event is kept as it came.
alter table lane add column forgets boolean not null default false;

create policy dispatch on erasure for select to desk_dispatch using (true);
grant select (organization_id, id, status) on erasure to desk_dispatch;
create function pending_erasures() returns table (organization_id uuid, erasure_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.id from erasure e where e.status = 'pending'
$$;
alter function pending_erasures() owner to desk_dispatch;
revoke execute on function pending_erasures() from public;
grant execute on function pending_erasures() to desk_app;
create index erasure_pending on erasure (organization_id) where status = 'pending';

-- The persons with these words in a name or an address, or with this external id. As conversations_with (0064): row-level security
-- would keep the index from being used. Returns null if there are more than p_most.
grant select (external_id, person_id) on customer to desk_dispatch;
create function persons_with(q text, p_most int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  organization uuid := current_organization();
  wanted tsquery := query_of(organization, q);
  found uuid[];
begin
  found := array(
    (select k.person_id from customer k
      where k.organization_id = organization and wanted is not null
        and words_of(k.organization_id, coalesce(k.name, '') || ' ' || coalesce(k.email, '')) @@ wanted)
    union all
    (select k.person_id from customer k where k.organization_id = organization and k.external_id = btrim(q))
    limit p_most + 1);
  if cardinality(found) > p_most then return null; end if;
  return found;
end $$;
alter function persons_with(text, int) owner to desk_dispatch;
revoke execute on function persons_with(text, int) from public;
grant execute on function persons_with(text, int) to desk_app;
