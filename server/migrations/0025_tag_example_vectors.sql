-- What the examples of tags mean, as vectors. A new table: no locks. Way back: drop it; processes make the vectors again.

-- By the text's SHA-256, not by tag: an example that moves, or that two tags share, is embedded once. Made of nothing else, so a row may
-- go at any time; those that nobody has wanted for a while do, and with them what a model before has made.
create table tag_example_embedding (
  organization_id uuid not null,
  model text not null,
  text_hash text not null,
  embedding halfvec not null,
  wanted_at timestamptz not null,
  primary key (organization_id, model, text_hash)
);
call tenant_table('tag_example_embedding');
