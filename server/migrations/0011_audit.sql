-- The audit log. Takes no lock on existing tables; way back: drop the table, the functions and the role.

do $$
begin
  if not exists (select from pg_roles where rolname = 'desk_audit') then
    begin
      create role desk_audit nologin nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  grant desk_audit to current_user;
end $$;
grant usage, create on schema public to desk_audit;

-- Each event carries the digest of the one before it: a changed, removed or inserted one breaks the chain behind it.
create table audit_event (
  organization_id uuid not null references organization (id),
  id uuid not null,
  sequence bigint not null,
  at timestamptz not null,
  actor jsonb not null,
  action text not null,
  subject jsonb not null,
  subject_id text not null,
  changes jsonb not null,
  ip text,
  request_id text,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (organization_id, id),
  unique (organization_id, sequence)
);
create index audit_event_subject on audit_event (organization_id, subject_id, sequence);
call tenant_table('audit_event');
-- The run-time role reads; it writes through the function below and in no other way, so what is written stays.
revoke insert, update, delete on audit_event from desk_app;
create policy audit on audit_event to desk_audit using (true) with check (true);
grant select, insert on audit_event to desk_audit;
create policy audit on membership for select to desk_audit using (user_id = acting_user());
grant select on membership to desk_audit;

create function audit_digest(e audit_event) returns bytea language sql stable
  return sha256(e.previous_hash || convert_to(jsonb_build_array(
    e.organization_id, e.sequence, e.id, floor(extract(epoch from e.at) * 1000)::bigint,
    e.actor, e.action, e.subject, e.changes, e.ip, e.request_id)::text, 'utf8'));

-- For the organization of this transaction, or for one that the acting user belongs to: signing in has no organization yet.
create function append_audit_event(e audit_event) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare last record;
begin
  if e.organization_id is distinct from current_organization() and not exists (
    select from membership m where m.organization_id = e.organization_id and m.user_id = acting_user()
  ) then
    raise exception 'an audit event of another organization' using errcode = '42501';
  end if;
  -- One writer at a time for each organization, until its transaction ends: the chain has no forks.
  perform pg_advisory_xact_lock(hashtextextended('audit_event:' || e.organization_id::text, 0));
  select a.sequence, a.hash into last from audit_event a
    where a.organization_id = e.organization_id order by a.sequence desc limit 1;
  e.sequence := coalesce(last.sequence, 0) + 1;
  e.previous_hash := coalesce(last.hash, ''::bytea);
  e.subject_id := e.subject ->> 'id';
  e.hash := audit_digest(e);
  insert into audit_event select e.*;
end $$;
alter function append_audit_event(audit_event) owner to desk_audit;
revoke execute on function append_audit_event(audit_event) from public;
grant execute on function append_audit_event(audit_event) to desk_app;
grant execute on function audit_digest(audit_event) to desk_audit, desk_app;
