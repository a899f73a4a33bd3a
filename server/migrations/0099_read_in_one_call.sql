-- What a search reads beside its index, asked in one round trip each: the question names the organization itself, as known_effects does. Takes no lock. Way back: drop both functions.

-- The caller's row-level security holds inside: without a row of this organization they answer nothing.
create function knowledge_revision_of(p_organization uuid) returns bigint language plpgsql as $$
begin
  perform set_config('app.organization_id', p_organization::text, true), set_config('app.user_id', '', true);
  return coalesce((select r.revision from knowledge_revision r where r.organization_id = p_organization), 0);
end $$;

create function passages_of(p_organization uuid, p_ids uuid[])
  returns table (id uuid, document_id uuid, version int, heading_path text[], text text, title text, source_url text,
    ingested_at timestamptz, collection_id uuid, collection_name text)
  language plpgsql as $$
#variable_conflict use_column
begin
  perform set_config('app.organization_id', p_organization::text, true), set_config('app.user_id', '', true);
  return query select k.id, k.document_id, k.version, k.heading_path, k.text, d.title, d.source_url, d.ingested_at, c.id, c.name
    from chunk k
    join document d on d.organization_id = k.organization_id and d.id = k.document_id
    join collection c on c.organization_id = d.organization_id and c.id = d.collection_id
    where k.organization_id = p_organization and k.id = any (p_ids);
end $$;
