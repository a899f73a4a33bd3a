-- The queue of a status by its latest change, and of a tag. Two indexes and a function; locks conversation against writes while they are made. Way back: drop them.

create index conversation_by_change on conversation (organization_id, status, updated_at desc, id);

-- What was tagged last waits unsorted, and each lookup reads through it: little of it, as the embedded engine never vacuums.
create index conversation_tags on conversation using gin (tag_ids) with (gin_pending_list_limit = 256) where tag_ids <> '{}';

grant select (tag_ids) on conversation to desk_dispatch;

-- Under row-level security @> is a filter only, as it is not leakproof, and the index would not be used: so this runs as a role that
-- sees all rows, and takes the organization from the session, never from the caller. Null: more than so many; going through the
-- list finds them sooner.
create function conversations_tagged(p_tag uuid, p_most int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  organization uuid := current_organization();
  found uuid[];
begin
  found := array(
    select c.id from conversation c
    where c.tag_ids @> array[p_tag] and c.tag_ids <> '{}' and c.organization_id = organization limit p_most + 1);
  if cardinality(found) > p_most then return null; end if;
  return found;
end $$;
alter function conversations_tagged(uuid, int) owner to desk_dispatch;
revoke execute on function conversations_tagged(uuid, int) from public;
grant execute on function conversations_tagged(uuid, int) to desk_app;
