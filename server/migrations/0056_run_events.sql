-- Runs of the suite tell streams of GET /api/events how far they are. Locks suite_run while the trigger is made. Way back: drop the trigger.

create trigger note_live after insert or update of status, done, verdict, version on suite_run
  for each row execute function note_versioned_row('run.updated');
