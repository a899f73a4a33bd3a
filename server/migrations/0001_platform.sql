-- Roles, row-level security and the vector type. Takes no lock on existing tables; way back: drop the database.

create extension if not exists vector;

-- Roles belong to the whole cluster: another database of it may have made them, or be making them right now.
do $$
declare wanted text;
begin
  foreach wanted in array array['desk_app', 'desk_dispatch'] loop
    -- Where somebody has made it already, the owner of the database may be one who may not.
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    execute format('grant %I to current_user', wanted);
  end loop;
end $$;

-- desk_app serves requests and jobs, always for one organization. desk_dispatch owns the few functions that look
-- across organizations for work that is due; nobody logs in as it.
grant usage on schema public to desk_app;
grant usage, create on schema public to desk_dispatch;

create function current_organization() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;

create function acting_user() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- Called by each migration for each table that belongs to an organization. Without an organization set: no rows.
create procedure tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy organization on %s to desk_app
    using (organization_id = current_organization()) with check (organization_id = current_organization())', name);
  execute format('grant select, insert, update, delete on %s to desk_app', name);
end $$;
