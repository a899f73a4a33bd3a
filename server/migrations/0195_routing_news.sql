-- A change of the routing policy is news too, in settings.updated. Locks policy_revision for a moment; way back: drop the trigger and the function.

create function note_policy() returns trigger language plpgsql as $$
begin
  perform note_live_event(new.organization_id, 'settings.updated', 'routing',
    jsonb_build_object('id', new.organization_id, 'version', new.revision, 'part', 'routing'));
  return null;
end $$;

-- Revision 0 is the state before the first change.
create trigger note_live after insert or update on policy_revision for each row when (new.revision > 0) execute function note_policy();
