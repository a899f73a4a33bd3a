import type { Desk } from '../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { chunksAfter, type ChunkRow } from './chunks.store.ts';

/** Passages read at once: on the embedded engine everybody waits for them. */
const page = 500;

/** All passages of one version, in short transactions: nobody waits for a large document to be read. */
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
