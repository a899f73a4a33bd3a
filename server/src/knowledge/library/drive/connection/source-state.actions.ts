import type { Tx } from '../../../../platform/database/database.ts';
import type { Desk } from '../../../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../../../platform/database/transaction.ts';
import { lockDocument, saveDocument, type DocumentRow } from '../../versions/documents.store.ts';
import { announceKnowledgeChange } from '../../announce-change.actions.ts';
import { isLost } from '../../versions/freshness.logic.ts';
import { startVersion } from '../../versions/start-version.actions.ts';
import { raiseRevision } from '../../passages/revision.store.ts';
import { unfetched } from '../../versions/source-files.ts';
import { lockGrant, saveGrant } from './grant.store.ts';
import { clearRevoked, failedByRevocation, markRevoked } from './source-state.store.ts';

/** `grant` is the refused, sealed refresh token; null for a service account. */
interface RefusedGrant {
  grant: string | null;
  why: string;
}

/**
 * Marks the grant as refused: nothing more is read with it until an admin connects again. Active versions stay active. Does
 * nothing if an admin has connected again in the meantime.
 */
export function markGrantRefused(desk: Desk, scope: OrganizationScope, { grant, why }: RefusedGrant): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    const row = await lockGrant(tx, scope);
    if ((row?.refresh_token_sealed ?? null) !== grant) return;
    await saveGrant(tx, scope, { needs_reauth: true, last_error: why, grant_checked_at: desk.clock.now() });
    await markSourcesRevoked(desk, tx, scope);
  });
}

export async function markSourcesRevoked(desk: Desk, tx: Tx, scope: OrganizationScope): Promise<void> {
  await markRevoked(tx, scope, desk.clock.now());
  await announceKnowledgeChange(desk, tx, scope);
}

/** Access works again: clears the errors and fetches the documents that failed for lack of access. */
export async function restoreSources(desk: Desk, tx: Tx, scope: OrganizationScope): Promise<void> {
  await clearRevoked(tx, scope, desk.clock.now());
  for (const document of await failedByRevocation(tx, scope)) await refetch(desk, tx, document);
  await announceKnowledgeChange(desk, tx, scope);
}

/** Starts a version from the drive's current content. */
export const refetch = (desk: Desk, tx: Tx, document: DocumentRow): Promise<void> =>
  startVersion(desk, tx, document, {
    source: unfetched({ organizationId: document.organization_id }, document.title),
  });

/** How long the last version of a deleted file stays active (docs/behaviour.md). */
const servesAfterMilliseconds = 24 * 3_600_000;

/** The change of an active document whose file is gone. The time counts from when this was first seen. */
export const goneSince = (desk: Desk, document: DocumentRow) => ({
  error_code: 'fetch_not_found' as const,
  serves_until: document.serves_until ?? new Date(desk.clock.now().getTime() + servesAfterMilliseconds),
});

/** Marks the file as gone. A queued document detects this itself; an ingestion in progress is started again. */
export function markFileGone(desk: Desk, scope: OrganizationScope, documentId: string): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    const document = await lockDocument(tx, scope, documentId);
    if (!document || document.serves_until !== null || document.status === 'queued') return;
    if (document.pending_version !== null) return refetch(desk, tx, document);
    const now = desk.clock.now();
    await announceKnowledgeChange(desk, tx, scope);
    if (document.active_version === null)
      await saveDocument(tx, document, { status: 'failed', error_code: 'fetch_not_found', updated_at: now });
    else {
      const shown_revision = await raiseRevision(tx, scope);
      await saveDocument(tx, document, { ...goneSince(desk, document), shown_revision, updated_at: now });
    }
  });
}

/** Clears the source error of a document whose file is accessible again. Returns true if there was one. */
export function clearSourceTrouble(desk: Desk, scope: OrganizationScope, documentId: string): Promise<boolean> {
  return inScope(desk.db, scope, async (tx) => {
    const document = await lockDocument(tx, scope, documentId);
    if (!document || document.pending_version !== null || !isLost(document.error_code)) return false;
    await announceKnowledgeChange(desk, tx, scope);
    if (document.active_version === null) await refetch(desk, tx, document);
    else {
      const shown_revision = await raiseRevision(tx, scope);
      const found = { error_code: null, serves_until: null, status: 'ready' as const };
      await saveDocument(tx, document, { ...found, shown_revision, updated_at: desk.clock.now() });
    }
    return true;
  });
}
