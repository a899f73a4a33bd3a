-- Who looks at or types in a conversation right now. New table only; way back: drop it with its function.

create table presence (
  organization_id uuid not null,
  conversation_id uuid not null,
  actor_id uuid not null,
  actor_name text not null,
  state text not null check (state in ('viewing', 'typing')),
  until timestamptz not null,
  primary key (organization_id, conversation_id, actor_id),
  foreign key (organization_id, conversation_id) references conversation (organization_id, id) on delete cascade
);
create index presence_until on presence (until);
call tenant_table('presence');

create function note_presence() returns trigger language plpgsql as $$
declare current_version int;
begin
  select c.version into current_version from conversation c
    where c.organization_id = new.organization_id and c.id = new.conversation_id;
  perform note_live_event(new.organization_id, 'presence.updated', new.conversation_id || ' ' || new.actor_id, jsonb_build_object(
    'id', new.conversation_id, 'version', current_version, 'person', jsonb_build_object(
      'id', new.actor_id, 'name', new.actor_name, 'state', new.state,
      'until', to_char(new.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))));
  return null;
end $$;
create trigger note_live after insert or update on presence for each row execute function note_presence();

-- The sweeper looks across organizations for those who have left.
create policy dispatch on presence to desk_dispatch using (true);
grant select (until), delete on presence to desk_dispatch;
create function forget_presence(before timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from presence where until < before
$$;
alter function forget_presence(timestamptz) owner to desk_dispatch;
revoke execute on function forget_presence(timestamptz) from public;
grant execute on function forget_presence(timestamptz) to desk_app;
