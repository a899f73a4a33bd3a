-- The queue finds words with and without their accents: "muller" finds "Müller". Makes the indexes of words again; locks message, conversation and customer against writes meanwhile. Way back: the function as in 0094, and the same three indexes again.

-- Marks that follow a letter are left out once they are apart from it, and so are strokes, which never come apart. Text without any
-- such letter, which is most of it, is not taken apart.
create or replace function words_of(p_organization uuid, p_text text) returns tsvector
  language plpgsql immutable parallel safe as $$
declare plain text := left(p_text, 50000);
begin
  if octet_length(plain) > length(plain) then
    plain := normalize(translate(regexp_replace(normalize(plain, nfkd), '[\u0300-\u036f]+', '', 'g'), 'ŁłØøĐđ', 'LlOoDd'), nfc);
  end if;
  return (select coalesce(array_to_tsvector(array_agg(right(p_organization::text, 12) || lexeme)), ''::tsvector)
    from unnest(to_tsvector('pg_catalog.simple'::regconfig, translate(plain, '@/\_-.:,;''’', '           ')))
    where length(lexeme) <= 100);
end $$;

reindex index message_words;
reindex index conversation_words;
reindex index customer_words;
