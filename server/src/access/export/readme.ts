/** The first file of every archive: for the person who opens it in some years. */
export const readme = `An archive of a Frontdesk organization
======================================

manifest.json    whose archive it is, when it was written, the version of its format, and how many rows and files it holds
*.ndjson         one kind of thing each, one JSON object a line
files/           uploaded documents and the attachments of messages

How they belong together
------------------------
messages, decisions, handovers, deliveries and attachments name their conversation in conversation_id; a conversation names
its customer in customer_id. Rows of passages (the text read from documents) and document-versions name their document in
document_id, a document its collection in collection_id. blob_key of attachments and document-versions is the path of the file
below files/; its name is in the same row. Rules, tags and destinations are the routing policy; settings, policy-history and
suite-history hold what was saved when. audit is the audit log; previous_hash and hash chain its entries.
Times are RFC 3339; ids are UUIDs. bytes are written as \\x and hexadecimal digits.

How consistent it is
--------------------
The archive is written while the desk works on. Rows are read in small pages, each of them one snapshot; the files of one kind are
read one after the other. So a row is as it was at one moment between started_at and finished_at of manifest.json, and two rows may
be of different moments. What refers to others is read before what it refers to: a message's conversation is in the archive.

What is not in it
-----------------
Passwords, tokens, keys, signing secrets and credentials of connectors and integrations; raw deliveries as they came in (their
messages and files are in the archive); and what the desk computes from the rest again, such as search indexes, embeddings and counters.
`;
