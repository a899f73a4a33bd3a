import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../library/knowledge.tables.ts';
import { serving } from '../findings/record-findings.store.ts';

const examined = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('document as d')
    .innerJoin('collection as c', (join) =>
      join.onRef('c.organization_id', '=', 'd.organization_id').onRef('c.id', '=', 'd.collection_id'),
    )
    .leftJoin('document_examination as e', (join) =>
      join.onRef('e.organization_id', '=', 'd.organization_id').onRef('e.document_id', '=', 'd.id'),
    )
    .where('d.organization_id', '=', scope.organizationId);

/** Documents whose serving version is not examined yet, and examined documents that no longer serve. */
export const unexamined = (tx: Tx, scope: OrganizationScope, now: Date, limit: number) =>
  examined(tx, scope)
    .select('d.id')
    .where(
      sql<boolean>`case when ${serving(now)} then e.version is distinct from d.active_version else e.version is not null end`,
    )
    .orderBy('d.id')
    .limit(limit)
    .execute();

export const examinedDocument = (tx: Tx, scope: OrganizationScope, id: string, now: Date) =>
  examined(tx, scope)
    .select(['d.title', 'd.active_version', 'e.text_hash'])
    .select([sql<string>`coalesce(d.language_given, d.language, 'en')`.as('language'), serving(now).as('serving')])
    .where('d.id', '=', id)
    .executeTakeFirst();

interface LatestExamination {
  version: number;
  text_hash: string;
  signature: number[];
  valid_until: Date | null;
  valid_quote: string | null;
}

export const forgetExamination = (tx: Tx, scope: OrganizationScope, documentId: string) =>
  tx
    .deleteFrom('document_examination')
    .where('organization_id', '=', scope.organizationId)
    .where('document_id', '=', documentId)
    .execute();

export async function saveExamination(
  tx: Tx,
  scope: OrganizationScope,
  documentId: string,
  { bands, version, text_hash, signature, valid_until, valid_quote }: LatestExamination & { bands: readonly number[] },
): Promise<void> {
  const columns = { version, text_hash, signature, valid_until, valid_quote };
  const key = { organization_id: scope.organizationId, document_id: documentId };
  await tx
    .insertInto('document_examination')
    .values({ ...key, ...columns })
    .execute();
  if (bands.length === 0) return;
  const rows = bands.map((band) => ({ ...key, band }));
  await tx.insertInto('document_band').values(rows).execute();
}

const quoted = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('document_examination as e')
    .innerJoin('chunk as k', (join) =>
      join
        .onRef('k.organization_id', '=', 'e.organization_id')
        .onRef('k.document_id', '=', 'e.document_id')
        .onRef('k.version', '=', 'e.version')
        .on('k.position', '=', 0),
    )
    .innerJoin('document as d', (join) =>
      join.onRef('d.organization_id', '=', 'e.organization_id').onRef('d.id', '=', 'e.document_id'),
    )
    .where('e.organization_id', '=', scope.organizationId)
    .select(['e.document_id as id', 'e.version', 'd.title', 'k.text as quote']);

/** The documents with exactly this text, oldest first, with their first passages. */
export const twins = (tx: Tx, scope: OrganizationScope, textHash: string, limit: number) =>
  quoted(tx, scope).where('e.text_hash', '=', textHash).orderBy('e.document_id').limit(limit).execute();

/** Documents that share a band with the document but not its text. */
export const lookalikes = (tx: Tx, scope: OrganizationScope, documentId: string, textHash: string) =>
  quoted(tx, scope)
    .select('e.signature')
    .where('e.text_hash', '<>', textHash)
    .where(
      sql<boolean>`e.document_id in (select o.document_id from document_band b
        join document_band o on o.organization_id = b.organization_id and o.band = b.band and o.document_id <> b.document_id
        where b.organization_id = ${scope.organizationId} and b.document_id = ${documentId})`,
    )
    .limit(500)
    .execute();

export const saveRun = (tx: Tx, scope: OrganizationScope, run: { revision: number; examined_at: Date }) =>
  tx.updateTable('knowledge_examination').set(run).where('organization_id', '=', scope.organizationId).execute();

/** The last complete run; undefined before the first. */
export const lastRun = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('knowledge_examination')
    .select(['revision', 'examined_at'])
    .where('organization_id', '=', scope.organizationId)
    .where('revision', '>=', 0)
    .executeTakeFirst();

/** The validity that documents state in their text. */
export const validities = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('document_examination')
    .select(['document_id', 'valid_until', 'valid_quote'])
    .where('organization_id', '=', scope.organizationId)
    .where('valid_until', 'is not', null)
    .execute();
