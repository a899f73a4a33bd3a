-- The queue finds words in subjects, customers and messages. Three indexes and functions; locks message, conversation and customer against writes while they are made. Way back: drop them.

-- The words of a text as the index keeps them: each behind the organization, so that one organization's search never reads
-- through another's words. Bounded: a tsvector ends at 1 MB, and a message that cannot be indexed could not be kept.
create function words_of(p_organization uuid, p_text text) returns tsvector
  language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(right(p_organization::text, 12) || lexeme)), ''::tsvector)
  from unnest(to_tsvector('pg_catalog.simple'::regconfig, translate(left(p_text, 50000), '@/\_-.:,;''’', '           ')))
  where length(lexeme) <= 100
$$;

-- All of these words, or such that begin with them, from three letters (or one of another writing) on: fewer begin too many. Null:
-- there is no word in it.
create function query_of(p_organization uuid, p_text text) returns tsquery
  language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || case when octet_length(lexeme) >= 15 then ''':*' else '''' end, ' & ')::tsquery
  from (select unnest(tsvector_to_array(words_of(p_organization, left(p_text, 200)))) as lexeme limit 20) word
$$;

-- What was written last waits unsorted, and each search reads through it: little of it, as the embedded engine never vacuums.
create index message_words on message using gin (words_of(organization_id, text)) with (gin_pending_list_limit = 256) where kind <> 'event';
create index conversation_words on conversation using gin (words_of(organization_id, coalesce(subject, ''))) with (gin_pending_list_limit = 256);
create index customer_words on customer using gin (words_of(organization_id, coalesce(name, '') || ' ' || coalesce(email, '')))
  with (gin_pending_list_limit = 256);

create policy dispatch on message for select to desk_dispatch using (true);
create policy dispatch on customer for select to desk_dispatch using (true);
grant select (organization_id, conversation_id, kind, text) on message to desk_dispatch;
grant select (customer_id, subject) on conversation to desk_dispatch;
grant select (organization_id, id, name, email) on customer to desk_dispatch;

-- Under row-level security @@ is a filter only, as it is not leakproof, and no index would be used: so this runs as a role that
-- sees all rows, and takes the organization from the session, never from whoever calls it. Null: more than so many matches; where
-- most conversations have the words, whoever goes through the list finds them sooner.
create function conversations_with(q text, p_most int) returns uuid[]
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  organization uuid := current_organization();
  wanted tsquery := query_of(organization, q);
  found uuid[];
begin
  if wanted is null then return '{}'; end if;
  found := array(
    (select m.conversation_id from message m
      where m.organization_id = organization and m.kind <> 'event' and words_of(m.organization_id, m.text) @@ wanted)
    union all
    (select c.id from conversation c
      where c.organization_id = organization and words_of(c.organization_id, coalesce(c.subject, '')) @@ wanted)
    union all
    (select c.id from customer k join conversation c on c.organization_id = k.organization_id and c.customer_id = k.id
      where k.organization_id = organization
        and words_of(k.organization_id, coalesce(k.name, '') || ' ' || coalesce(k.email, '')) @@ wanted)
    limit p_most + 1);
  if cardinality(found) > p_most then return null; end if;
  return found;
end $$;
alter function conversations_with(text, int) owner to desk_dispatch;
revoke execute on function conversations_with(text, int) from public;
grant execute on function conversations_with(text, int) to desk_app;
