import type { Present } from '@desk/contract/live';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { unscoped, type OrganizationScope } from '../../platform/database/transaction.ts';
import { findConversation } from '../record/conversations.store.ts';
import { deletePresenceBefore, presentIn, savePresence } from './presence.store.ts';

const announcedForMilliseconds = 30_000;

/** Announces to colleagues that a person views the conversation or types in it, and returns everybody present. */
export async function announce(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { id, actor, state }: { id: string; actor: { id: string; name: string }; state: Present['state'] },
): Promise<Present[]> {
  if (!(await findConversation(tx, scope, id))) throw notFound();
  const now = desk.clock.now();
  const until = new Date(now.getTime() + announcedForMilliseconds);
  await savePresence(tx, scope, { conversationId: id, actor, state, until });
  return whoIsHere(tx, scope, id, now);
}

export async function whoIsHere(tx: Tx, scope: OrganizationScope, id: string, now: Date): Promise<Present[]> {
  const rows = await presentIn(tx, scope, id, now);
  return rows.map((row) => ({
    id: row.actor_id,
    name: row.actor_name,
    state: row.state,
    until: row.until.toISOString(),
  }));
}

/** Deletes expired announcements in all organizations; part of the sweep. */
export const forgetPresence = (desk: Desk): Promise<unknown> =>
  unscoped(desk.db, (tx) => deletePresenceBefore(tx, desk.clock.now()));
