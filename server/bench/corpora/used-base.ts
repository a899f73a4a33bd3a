import type { Desk } from '../../src/platform/desk.ts';
import type { OrganizationScope } from '../../src/platform/database/transaction.ts';

/** Inserts the rows of an organization after months of use: the input of the analysis, without a search index. */
export async function furnishUsed(
  { db }: Desk,
  { organizationId }: OrganizationScope,
  { collection, documents, citations }: { collection: string; documents: number; citations: number },
): Promise<void> {
  await db.owner.query(
    `insert into document (organization_id, id, collection_id, title, title_given, source_kind, status, error_code, language,
       latest_version, active_version, chunk_count, probes_passed, probes_total, probed_at, created_at, updated_at, ingested_at)
     select $1, gen_random_uuid(), $2, 'What customers ask about subject ' || n, true, 'text',
       case when n % 50 = 0 then 'failed' else 'ready' end, case when n % 50 = 0 then 'empty_text' end, 'en',
       1, case when n % 50 = 0 then null else 1 end, 12, case when n % 20 = 0 then 1 else 5 end, 5, now(), now(), now(), now()
     from generate_series(1, $3::int) n`,
    [organizationId, collection, documents],
  );
  await db.owner.query(
    `insert into document_version (organization_id, document_id, version, state, title, media_type, bytes, content_hash,
       blob_key, created_at)
     select organization_id, id, 1, case when active_version is null then 'failed' else 'active' end, title,
       'text/plain', 1, id, id, created_at
     from document where organization_id = $1`,
    [organizationId],
  );
  await db.owner.query(
    `with found as (
       insert into finding (organization_id, id, cause, type, severity, detail, suggestion, versions, first_seen_at, last_seen_at)
       select organization_id, gen_random_uuid(), 'bench:' || id, (array['not_retrievable', 'thin', 'never_cited', 'stale'])[1 + n % 4],
         (array['high', 'medium', 'low', 'medium'])[1 + n % 4], 'Only a few words.', 'Say more.', id, now(), now()
       from (select *, row_number() over (order by id) n from document where organization_id = $1) d where n % 2 = 0
       returning organization_id, id, versions)
     insert into finding_document (organization_id, finding_id, position, document_id, version, quote)
     select organization_id, id, 0, versions::uuid, 1, 'Only a few words.' from found`,
    [organizationId],
  );
  await db.owner.query(
    `insert into knowledge_examination (organization_id, revision, examined_at) values ($1, 0, now())`,
    [organizationId],
  );
  await cite({ db }, { organizationId }, citations);
}

/** Adds answers over the last 80 days, and one unanswered question for every ten. */
export async function cite(
  { db }: Pick<Desk, 'db'>,
  { organizationId }: OrganizationScope,
  citations: number,
): Promise<void> {
  await db.owner.query(
    `with known as materialized (select array_agg(id) ids, count(*) documents from document where organization_id = $1)
     insert into document_citation (organization_id, decision_id, document_id, conversation_id, answered, escalated, at)
     select $1, gen_random_uuid(), ids[1 + floor(power(random(), 3) * documents)], gen_random_uuid(), true, random() < 0.2,
       now() - random() * interval '80 days' from generate_series(1, $2::int), known`,
    [organizationId, citations],
  );
  await db.owner.query(
    `insert into unanswered_question (organization_id, id, decision_id, customer_id, question, best_score, asked_at)
     select $1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Why is there no answer to question ' || n % 700,
       0.3, now() - random() * interval '80 days' from generate_series(1, $2::int / 10) n`,
    [organizationId, citations],
  );
}
