import { aiSpoke, confirmed, endTurn } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Act } from './act.ts';

/** Ends a turn without a reply. "Thanks, that solved it" resolves the conversation; otherwise it waits for the customer. */
export async function settleQuietly(desk: Desk, tx: Tx, { conversation, considered }: Act): Promise<void> {
  const now = desk.clock.now();
  const solved = considered.ruling.reason === 'confirmed';
  await endTurn(tx, conversation, (before) => (solved ? confirmed(before, now) : aiSpoke(before)), now);
}
