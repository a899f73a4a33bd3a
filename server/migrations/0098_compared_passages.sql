-- Pairs of passages that a language model has compared, and the tokens for it. New tables, and a column with a default: locks document_examination for a moment. Way back: drop all three.

alter table document_examination add column neighbours_asked boolean not null default false;

-- Gone with either document: it quotes both.
create table compared_passages (
  organization_id uuid not null,
  -- Of both texts, whichever comes first: no pair is asked about twice.
  pair_hash text not null,
  document_id uuid not null,
  other_document_id uuid not null,
  -- What contradicts each other, as it stands in the passages; null where nothing does.
  quote text,
  other_quote text,
  compared_at timestamptz not null,
  primary key (organization_id, pair_hash),
  foreign key (organization_id, document_id) references document (organization_id, id) on delete cascade,
  foreign key (organization_id, other_document_id) references document (organization_id, id) on delete cascade,
  check ((quote is null) = (other_quote is null))
);
create index compared_passages_of on compared_passages (organization_id, document_id);
create index compared_passages_of_other on compared_passages (organization_id, other_document_id);
create index compared_passages_at on compared_passages (organization_id, compared_at);
call tenant_table('compared_passages');

create table comparison_tokens (
  organization_id uuid not null,
  -- UTC.
  day date not null,
  tokens bigint not null,
  primary key (organization_id, day)
);
call tenant_table('comparison_tokens');
