import type { Overlay } from '@desk/contract/simulation';
import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { rehearse } from '../../support/index.ts';

/** Throws the 422 that a rehearsal under this overlay would give, before its first message. */
export async function refuseBadOverlay(
  desk: Desk,
  scope: OrganizationScope,
  overlay: Overlay | null | undefined,
): Promise<void> {
  if (overlay) await rehearse(desk, scope, { message: 'Hello', overlay, engine: 'embedded', explain: false });
}
