-- Exports and deletion of organizations. Locks organization and account_mail for a moment; way back: drop the table, the column, the functions and the role.

alter table organization add column deletion_at timestamptz;
comment on column organization.deletion_at is
  'From this time on, everything of the organization is deleted; until then its admins may keep it.';

alter table account_mail drop constraint account_mail_kind_check;
alter table account_mail add constraint account_mail_kind_check
  check (kind in ('password_reset', 'password_changed', 'invitation', 'email_change', 'email_change_notice',
    'organization_deletion', 'organization_kept'));

create table organization_export (
  organization_id uuid not null references organization (id),
  id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'ready', 'failed')),
  requested_by jsonb not null,
  attempts integer not null default 0,
  lease uuid,
  leased_until timestamptz,
  done integer not null default 0,
  total integer not null,
  blob_key text,
  size_bytes bigint,
  error text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (organization_id, id)
);
comment on column organization_export.done is 'Of its `total` parts, how many are in the archive.';
create unique index organization_export_one on organization_export (organization_id) where status in ('pending', 'running');
call tenant_table('organization_export');

-- What is due of any organization; ids only.
create policy dispatch on organization_export for select to desk_dispatch using (true);
grant select on organization_export to desk_dispatch;
grant select (deletion_at) on organization to desk_dispatch;
create function exports_due(p_now timestamptz) returns table (organization_id uuid, export_id uuid, expired boolean)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select e.organization_id, e.id, e.expires_at <= p_now from organization_export e
  where e.expires_at <= p_now
    or (e.status in ('pending', 'running') and (e.leased_until is null or e.leased_until < clock_timestamp()))
$$;
create function organizations_to_delete(p_now timestamptz) returns table (organization_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select o.id from organization o where o.deletion_at <= p_now
$$;
alter function exports_due(timestamptz) owner to desk_dispatch;
alter function organizations_to_delete(timestamptz) owner to desk_dispatch;
revoke execute on function exports_due(timestamptz), organizations_to_delete(timestamptz) from public;
grant execute on function exports_due(timestamptz), organizations_to_delete(timestamptz) to desk_app;

-- Deletes what the run-time role may never delete, such as the audit log, and only through the functions below.
do $$
begin
  if not exists (select from pg_roles where rolname = 'desk_erase') then
    begin
      create role desk_erase nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  if not pg_has_role(current_user, 'desk_erase', 'member') then grant desk_erase to current_user; end if;
  -- So that it sees the same rows of every table, those of later migrations included.
  if not pg_has_role('desk_erase', 'desk_app', 'usage') then grant desk_app to desk_erase; end if;
end $$;
grant usage, create on schema public to desk_erase;
grant delete on organization, audit_event, policy_snapshot, settings_snapshot to desk_erase;
-- Whether somebody belongs elsewhere decides whether they keep their account.
create policy erase on membership for select to desk_erase using (true);

-- The first step: from its commit on, nobody signs in to the organization, and nothing is received for it. False if it is kept.
create function close_organization(p_now timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare people uuid[];
begin
  perform from organization where id = current_organization() and deletion_at <= p_now for update;
  if not found then return false; end if;
  select array_agg(distinct user_id) into people from membership where organization_id = current_organization();
  -- A statement of its own: the next ones then see the memberships that somebody was just given elsewhere.
  perform from app_user where id = any (people) order by id for update;
  delete from membership where organization_id = current_organization();
  people := array(select u.id from app_user u where u.id = any (people)
    and not exists (select from membership m where m.user_id = u.id));
  delete from account_mail where recipient in (select u.email from app_user u where u.id = any (people));
  delete from app_user where id = any (people);
  delete from api_key where organization_id = current_organization();
  delete from invitation where organization_id = current_organization();
  delete from provider_account where organization_id = current_organization();
  delete from webhook_secret_owner where organization_id = current_organization();
  delete from integration where organization_id = current_organization();
  -- Mail to its domains that never found a recipient, unless another organization owns one of its recipients, too.
  delete from unroutable_mail u where signed_by is null
    and exists (select from unnest(string_to_array(lower(u.envelope_to), ',')) r join verified_email_domain d
      on d.domain = rtrim(split_part(r, '@', 2), ' >') where d.organization_id = current_organization())
    and not exists (select from unnest(string_to_array(lower(u.envelope_to), ',')) r join verified_email_domain d
      on d.domain = rtrim(split_part(r, '@', 2), ' >') where d.organization_id <> current_organization());
  delete from verified_email_domain where organization_id = current_organization();
  delete from email_inbound_address where organization_id = current_organization();
  return true;
end $$;

-- Deletes up to p_limit rows of all tables, those that refer to others first. Returns the number of deleted rows.
create function erase_organization_rows(p_now timestamptz, p_limit integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare place record; gone integer; total integer := 0;
begin
  if exists (select from organization where id = current_organization() and (deletion_at is null or deletion_at > p_now)) then
    raise exception 'an organization that is kept' using errcode = '42501';
  end if;
  for place in
    with recursive owned as (
      select a.attrelid as name, a.attname as organization from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname = 'organization_id' and not a.attisdropped
      union
      select k.conrelid, a.attname from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_class c on c.oid = k.conrelid and not c.relispartition
      where k.contype = 'f' and k.confrelid = 'organization'::regclass
    ), referring as (
      select distinct conrelid as child, confrelid as parent from pg_constraint where contype = 'f' and conparentid = 0
    ), height as (
      select name, 0 as above from owned
      union
      select r.parent, h.above + 1 from height h join referring r on r.child = h.name and r.parent <> r.child where h.above < 30
    )
    select o.name::regclass as name, o.organization,
      -- A batch of a table that refers to itself could leave a reference to a row of the batch.
      case when exists (select from referring r where r.child = o.name and r.parent = o.name) then 'all' else '$2' end as most
    from owned o join height h on h.name = o.name group by o.name, o.organization order by max(h.above), o.name::text
  loop
    execute format('delete from %1$s where %2$I = $1 and ctid = any (array(select ctid from %1$s where %2$I = $1 limit %3$s))',
      place.name, place.organization, place.most) using current_organization(), p_limit - total;
    get diagnostics gone = row_count;
    total := total + gone;
    exit when total >= p_limit;
  end loop;
  return total;
end $$;

-- The last step. Fails while any row refers to the organization.
create function forget_organization(p_now timestamptz) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  delete from organization where id = current_organization() and deletion_at <= p_now;
  return found;
end $$;

alter function close_organization(timestamptz) owner to desk_erase;
alter function erase_organization_rows(timestamptz, integer) owner to desk_erase;
alter function forget_organization(timestamptz) owner to desk_erase;
revoke execute on function close_organization(timestamptz), erase_organization_rows(timestamptz, integer),
  forget_organization(timestamptz) from public;
grant execute on function close_organization(timestamptz), erase_organization_rows(timestamptz, integer),
  forget_organization(timestamptz) to desk_app;
