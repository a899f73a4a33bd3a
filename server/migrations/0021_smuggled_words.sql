-- Words that a source hides from its readers and that speak to a machine. Locks document_version for a moment; way back: drop the column.

alter table document_version add column smuggled text[] not null default '{}';
