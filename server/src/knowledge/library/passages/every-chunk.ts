import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { chunksAfter, type ChunkRow } from './chunks.store.ts';

/** Passages in one query: the embedded engine blocks all other queries meanwhile. */
const page = 500;

/** Reads all passages of one version, in short transactions, so that a large document blocks no other query for long. */
export async function everyChunk(
  desk: Desk,
  scope: OrganizationScope,
  key: { documentId: string; version: number },
): Promise<ChunkRow[]> {
  const all: ChunkRow[] = [];
  for (;;) {
    const after = all.at(-1)?.position ?? null;
    const rows = await inScope(desk.db, scope, (tx) => chunksAfter(tx, scope, key, { after, limit: page }));
    all.push(...rows.slice(0, page));
    if (rows.length <= page) return all;
  }
}
