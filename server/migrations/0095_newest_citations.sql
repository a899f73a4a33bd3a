-- Where a document was cited, the newest first: ids of decisions are in the order of time. Locks document_citation while the index is made. Way back: the index as in 0016.
drop index document_citation_of;
create index document_citation_of on document_citation (organization_id, document_id, decision_id);
