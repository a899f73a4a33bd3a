-- What the desk knows: collections, documents, their versions, passages and index segments. New tables only; way back: drop them.

create table collection (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null default 1,
  primary key (organization_id, id)
);
call tenant_table('collection');

create table document (
  organization_id uuid not null,
  id uuid not null,
  collection_id uuid not null,
  title text not null,
  -- False: a better one found in the document replaces it.
  title_given boolean not null,
  source_kind text not null check (source_kind in ('upload', 'text', 'cloud_drive')),
  source_url text,
  external_id text,
  -- As told by the caller; the detected one is in `language`.
  language_given text,
  language text,
  enabled boolean not null default true,
  expires_at timestamptz,
  status text not null
    check (status in ('queued', 'fetching', 'parsing', 'chunking', 'indexing', 'ready', 'failed', 'cancelled')),
  error_code text,
  latest_version int not null,
  active_version int,
  pending_version int,
  stage_done int not null default 0,
  stage_total int not null default 0,
  -- What the sweeper looks at: past it the stage is stuck, whoever holds the lease.
  stage_deadline timestamptz,
  lease uuid,
  lease_until timestamptz,
  attempts int not null default 0,
  chunk_count int not null default 0,
  probes_passed int not null default 0,
  probes_total int not null default 0,
  probed_at timestamptz,
  -- The knowledge revision at which what search may show of this document last changed. Null: never shown yet.
  shown_revision bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ingested_at timestamptz,
  version int not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, collection_id) references collection (organization_id, id)
);
create unique index document_external on document (organization_id, external_id) where external_id is not null;
create index document_in_collection on document (organization_id, collection_id, id);
create index document_shown on document (organization_id, shown_revision, id) where shown_revision is not null;
create index document_at_work on document (stage_deadline) where stage_deadline is not null;
call tenant_table('document');

create table document_version (
  organization_id uuid not null,
  document_id uuid not null,
  version int not null,
  state text not null check (state in ('building', 'active', 'superseded', 'failed')),
  title text not null,
  format text not null check (format in ('plain', 'markdown', 'html', 'pdf', 'docx')),
  media_type text not null,
  file_name text,
  bytes int not null,
  content_hash text not null,
  -- Several versions may have been made from the same stored bytes.
  blob_key text not null,
  error_code text,
  chunk_count int not null default 0,
  created_at timestamptz not null,
  ingested_at timestamptz,
  primary key (organization_id, document_id, version),
  foreign key (organization_id, document_id) references document (organization_id, id) on delete cascade
);
call tenant_table('document_version');

create table chunk (
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
  unique (organization_id, document_id, version, position),
  foreign key (organization_id, document_id, version)
    references document_version (organization_id, document_id, version) on delete cascade
) partition by hash (organization_id);
call tenant_table('chunk');
do $$
begin
  for remainder in 0..15 loop
    execute format('create table chunk_%s partition of chunk for values with (modulus 16, remainder %s)', remainder, remainder);
    execute format('call tenant_table(%L)', 'chunk_' || remainder);
  end loop;
end $$;

-- The retrieval engine's form of the version that serves.
create table document_segment (
  organization_id uuid not null,
  document_id uuid not null,
  version int not null,
  body json not null,
  primary key (organization_id, document_id, version),
  foreign key (organization_id, document_id, version)
    references document_version (organization_id, document_id, version) on delete cascade
);
call tenant_table('document_segment');

-- Rises with every change of what search may show, under a row lock: revisions of one organization commit in order.
create table knowledge_revision (
  organization_id uuid not null,
  revision bigint not null,
  primary key (organization_id)
);
call tenant_table('knowledge_revision');

-- Ids only: what processes with an index in memory have to forget.
create table removed_document (
  organization_id uuid not null,
  document_id uuid not null,
  revision bigint not null,
  primary key (organization_id, document_id)
);
create index removed_document_since on removed_document (organization_id, revision);
call tenant_table('removed_document');

-- The sweeper's eyes: which documents, of any organization, are stuck at work. Ids only.
create policy dispatch on document for select to desk_dispatch using (true);
grant select (organization_id, id, status, stage_deadline, lease_until) on document to desk_dispatch;

create function overdue_documents()
  returns table (organization_id uuid, document_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  select d.organization_id, d.id from document d
    where d.stage_deadline is not null
      and (d.stage_deadline < clock_timestamp() or d.lease_until < clock_timestamp())
$$;
alter function overdue_documents() owner to desk_dispatch;
revoke execute on function overdue_documents() from public;
grant execute on function overdue_documents() to desk_app;
