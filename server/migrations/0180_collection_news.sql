-- Switching a collection, or showing it to others, is news of each of its documents. Locks collection for a moment; way back: drop the trigger and the function.

create function note_documents_of_collection() returns trigger language plpgsql as $$
begin
  perform note_live_event(d.organization_id, 'document.updated', d.id::text, jsonb_build_object(
      'id', d.id, 'version', d.version, 'collection_id', d.collection_id, 'status', d.status))
    from document d where d.organization_id = new.organization_id and d.collection_id = new.id;
  return null;
end $$;

create trigger note_live after update of enabled, audience on collection for each row
  when (old.enabled is distinct from new.enabled or old.audience is distinct from new.audience)
  execute function note_documents_of_collection();
