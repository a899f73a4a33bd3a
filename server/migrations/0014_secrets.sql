-- Which key seals what is stored, and the organizations for the operator's tool. Takes no lock on existing tables; way back: drop
-- the table, the function and the policy.

-- One row: a known text, sealed. A process whose keys do not open it would store secrets that the others cannot read.
create table key_canary (
  id integer primary key check (id = 1),
  canary_sealed text not null
);
grant select, insert, update on key_canary to desk_app;

-- For whoever runs migrations: with row-level security forced, even the owner of the tables sees no organization.
create policy dispatch on organization for select to desk_dispatch using (true);
grant select (id, name, slug) on organization to desk_dispatch;
create function every_organization() returns table (id uuid, name text, slug text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.name, o.slug from organization o order by o.id
$$;
alter function every_organization() owner to desk_dispatch;
revoke execute on function every_organization() from public;
do $$ begin execute format('grant execute on function every_organization() to %I', current_user); end $$;
