-- The deletion of a run is news, so that other tabs do not keep showing it. Locks suite_run while the trigger is made; way back: drop the trigger and the function.

create function note_deleted_row() returns trigger language plpgsql as $$
begin
  perform note_live_event(old.organization_id, tg_argv[0], old.id::text, jsonb_build_object('id', old.id, 'version', old.version));
  return null;
end $$;

create trigger note_deletion after delete on suite_run for each row execute function note_deleted_row('run.updated');
