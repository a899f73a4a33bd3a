-- Index segments of large documents in parts; stems enter their index in smaller bites. Locks document_segment while its key is built anew, chunk_terms' index for an instant. Way back: remove documents' parts above 0 and read those documents again, drop the column, restore the key, reset the option.

-- Nobody waits for more than a part of a document to be written or read: its passages are those of the parts in their order.
alter table document_segment add column part int not null default 0;
alter table document_segment drop constraint document_segment_pkey;
alter table document_segment add primary key (organization_id, document_id, version, part);

-- What is waiting to be sorted into a GIN index is sorted in by whoever finds 4 MB of it, who on the embedded engine keeps all
-- others waiting. Of 120 inserts of 50 passages of 130 words the longest took 307 ms of processor time with 1 MB, with 4 MB 686.
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent = 'chunk_terms_gin'::regclass loop
    execute format('alter index %s set (gin_pending_list_limit = 1024)', part);
  end loop;
end $$;
