-- Passages that the records of decisions name, for when their version has gone. New table only; way back: drop it.

-- Under the id of the passage that it was, so that what a record names is found in one place or the other.
create table recorded_passage (
  organization_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  version int not null,
  position int not null,
  heading_path text[] not null,
  text text not null,
  start_offset int not null,
  end_offset int not null,
  page int,
  primary key (organization_id, id),
  -- Removing means removing.
  foreign key (organization_id, document_id, version)
    references document_version (organization_id, document_id, version) on delete cascade
);
create index recorded_passage_of on recorded_passage (organization_id, document_id, version);
call tenant_table('recorded_passage');
