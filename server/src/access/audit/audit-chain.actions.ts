import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope, inSnapshot, type OrganizationScope } from '../../platform/database/transaction.ts';
import {
  chainEnd,
  digestAt,
  entriesAfter,
  firstBreak,
  linkAhead,
  type ChainBreak,
  type ChainEnd,
  type ChainLink,
} from './audit-chain.store.ts';

export interface ChainReport extends ChainEnd {
  broken: ChainBreak | null;
}

/**
 * Checks every entry of the organization: its own digest, and the digest of the previous entry in it. A chain whose newest
 * entries were deleted is still valid; only a `head` that was kept elsewhere reveals the deletion.
 */
export const verifyAuditChain = (
  desk: Pick<Desk, 'db'>,
  scope: OrganizationScope,
  entriesAtOnce = 5_000,
): Promise<ChainReport> =>
  inSnapshot(desk.db, scope, async (tx) => ({
    ...(await chainEnd(tx, scope)),
    broken: await firstBreakOfAll(tx, scope, entriesAtOnce),
  }));

async function firstBreakOfAll(tx: Tx, scope: OrganizationScope, entries: number): Promise<ChainBreak | null> {
  let from: ChainLink = { sequence: 0, hash: '' };
  for (;;) {
    const to = await linkAhead(tx, scope, { from, entries });
    if (!to) return null;
    const broken = await firstBreak(tx, scope, { from, to });
    if (broken) return broken;
    from = to;
  }
}

/** The digest of one entry, to compare with a kept head; null if there is no such entry. */
export const hashAt = (desk: Pick<Desk, 'db'>, scope: OrganizationScope, sequence: number): Promise<string | null> =>
  inScope(desk.db, scope, (tx) => digestAt(tx, scope, sequence));

export type ExportedEntry = Awaited<ReturnType<typeof exported>>[number];

/** Yields every entry, oldest first. Reads page by page, because the log may be larger than memory. */
export async function* exportAuditLog(desk: Pick<Desk, 'db'>, scope: OrganizationScope): AsyncGenerator<ExportedEntry> {
  let page = await exported(desk, scope, 0);
  while (page.length > 0) {
    yield* page;
    page = await exported(desk, scope, page.at(-1)?.sequence ?? 0);
  }
}

const pageSize = 500;

async function exported(desk: Pick<Desk, 'db'>, scope: OrganizationScope, sequence: number) {
  const rows = await inScope(desk.db, scope, (tx) => entriesAfter(tx, scope, { sequence, limit: pageSize }));
  return rows.map(({ subject_id: _subject, at, previous_hash, hash, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    previous_hash: previous_hash.toString('hex'),
    hash: hash.toString('hex'),
  }));
}
