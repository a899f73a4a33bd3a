-- Candidates of large organizations come from the index in memory. Drops the stems of passages, which nothing reads any more, and locks document for an instant. Way back: the table, functions and column of 0020 and 0023; an older version stores the stems by itself.

drop function documents_with(text[], uuid[], boolean, int);
drop function stem_query(text);
drop table chunk_terms;
alter table document drop column terms_version;
