-- The media type of a version says its format. Locks document_version for a moment; way back: add the column and fill it from there.

alter table document_version drop column format;
