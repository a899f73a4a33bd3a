import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { findVersion } from '../versions/versions.store.ts';
import { passagesById } from '../passages/chunks.store.ts';
import { segmentFormat, type Segment } from '../passages/segment.logic.ts';
import { buildSegment } from '../passages/build-segment.ts';
import { replaceBody, type PartKey } from '../passages/segments.store.ts';

/** Rebuilds a stored part from its passages if an update of the retrieval engine changed the format; each part once. */
export async function currentSegment(
  desk: Desk,
  scope: OrganizationScope,
  key: PartKey,
  stored: Segment,
): Promise<Segment> {
  if (stored.format === segmentFormat) return stored;
  // Every format has these, and passages with an id.
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
  await inScope(desk.db, scope, (tx) => replaceBody(tx, scope, key, JSON.stringify(segment)));
  return segment;
}
