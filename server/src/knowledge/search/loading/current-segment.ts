import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { passagesById } from '../../library/passages/chunks.store.ts';
import { saveTermsOf } from '../../library/passages/backfill-terms.actions.ts';
import type { Segment } from '../../library/passages/segment.logic.ts';
import { buildSegment } from '../../library/passages/segment-part.ts';
import { replaceBody, type PartKey } from '../../library/passages/segments.store.ts';
import { findVersion } from '../../library/versions/versions.store.ts';

const format = buildSegment({ documentId: '', version: 1, language: 'en', passages: [] }).format;

/** Rebuilds a stored part from its passages if an update of the retrieval engine changed the format; each part once. */
export async function currentSegment(
  desk: Desk,
  scope: OrganizationScope,
  key: PartKey,
  stored: Segment,
): Promise<Segment> {
  if (stored.format === format) return stored;
  const { documentId, version, language } = stored;
  const ids = stored.passages.map(({ id }) => id);
  const { title, rows } = await inScope(desk.db, scope, async (tx) => ({
    title: (await findVersion(tx, scope, documentId, version))?.title ?? '',
    rows: new Map((await passagesById(tx, scope, ids)).map((row) => [row.id, row])),
  }));
  const passages = ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ id, title, headingPath: row.heading_path, text: row.text }] : [];
  });
  const segment = buildSegment({ documentId, version, language, passages });
  await inScope(desk.db, scope, async (tx) => {
    if (await replaceBody(tx, scope, key, JSON.stringify(segment))) await saveTermsOf(tx, scope, segment);
  });
  return segment;
}
