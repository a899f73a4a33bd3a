-- Functions in SQL are planned at each call, those in PL/pgSQL once for each connection; these two run several times for each message. They do what they did. Way back: the same in SQL, as in 0033 and 0064.

create or replace function note_fact(p_conversation conversation, p_measure text, p_key text, p_at timestamptz, p_episode int, p_amount bigint default 1)
  returns void language plpgsql as $$
begin
  insert into report_fact (organization_id, conversation_id, episode, channel, measure, key, amount, at)
    values (p_conversation.organization_id, p_conversation.id, p_episode, p_conversation.channel, p_measure, p_key, p_amount, p_at)
    on conflict do nothing;
end $$;

create or replace function words_of(p_organization uuid, p_text text) returns tsvector
  language plpgsql immutable parallel safe as $$
begin
  return (select coalesce(array_to_tsvector(array_agg(right(p_organization::text, 12) || lexeme)), ''::tsvector)
    from unnest(to_tsvector('pg_catalog.simple'::regconfig, translate(left(p_text, 50000), '@/\_-.:,;''’', '           ')))
    where length(lexeme) <= 100);
end $$;
