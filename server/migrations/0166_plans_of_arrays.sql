-- Keeps the plans of two questions that each message asks: with an array as parameter, or of a table in sixteen parts, they were made anew each time. Takes no lock that is felt. Way back: drop keep_passages; alter function known_effects(uuid, text, text[]) reset plan_cache_mode.

alter function known_effects(uuid, text, text[]) set plan_cache_mode = force_generic_plan;

-- Keeps passages that a decision's record names, in its transaction: their own rows go with the next version but one. In the
-- order of their ids, as two decisions that name the same must not wait for each other; of a document that is being removed,
-- none. The caller's row-level security holds inside.
create function keep_passages(p_organization uuid, p_ids uuid[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into recorded_passage
    (organization_id, id, document_id, version, position, heading_path, text, start_offset, end_offset, page)
  select k.organization_id, k.id, k.document_id, k.version, k.position, k.heading_path, k.text, k.start_offset, k.end_offset, k.page
    from chunk k
    join document_version v
      on v.organization_id = k.organization_id and v.document_id = k.document_id and v.version = k.version
    where k.organization_id = p_organization and k.id = any (p_ids)
      and not exists (select from recorded_passage r where r.organization_id = k.organization_id and r.id = k.id)
    order by k.id
    for key share of v
  on conflict do nothing;
end $$;
