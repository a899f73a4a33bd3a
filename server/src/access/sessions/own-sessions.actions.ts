import type { listOwnSessions } from '@desk/contract/access';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { idAfter, pageOf } from '../../platform/http/page.ts';
import { isId } from '../../platform/process/ids.ts';
import { asUser } from '../../platform/database/transaction.ts';
import { recordAccountEvent } from '../accounts/person-audit.actions.ts';
import type { Person } from '../admission/admission.ts';
import { findSessionOf, listSessions, revokeSessionOf } from '../admission/sessions.store.ts';

/** The person's sessions, newest first. */
export async function pageOfOwnSessions(
  desk: Desk,
  { userId, sessionId }: Person,
  { limit, cursor }: FilledQueryOf<typeof listOwnSessions>,
) {
  const page = { now: desk.clock.now(), after: idAfter(cursor), limit };
  const found = await asUser(desk.db, userId, (tx) => listSessions(tx, userId, page));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map((row) => ({ ...viewSession(row), current: row.id === sessionId })), next_cursor };
}

/** Throws 404, also for another person's session and one that has ended. */
export async function showOwnSession(desk: Desk, { userId, sessionId }: Person, id: string) {
  const now = desk.clock.now();
  const row = await asUser(desk.db, userId, (tx) => findSessionOf(tx, userId, { id, now }));
  if (!row) throw notFound();
  return { ...viewSession(row), current: row.id === sessionId };
}

/** Ends one of the person's sessions, possibly the current one. Throws 404 for another person's session. */
export const endOwnSession = (desk: Desk, { userId, name, origin }: Person, id: string): Promise<void> =>
  asUser(desk.db, userId, async (tx) => {
    if (!isId(id) || !(await revokeSessionOf(tx, userId, id, desk.clock.now()))) throw notFound();
    await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.session_ended' });
  });

type SessionRow = Awaited<ReturnType<typeof listSessions>>[number];

const viewSession = ({ id, client, ip, created_at, expires_at, used_at }: SessionRow) => ({
  id,
  client,
  ip,
  created_at: created_at.toISOString(),
  last_renewed_at: used_at?.toISOString() ?? null,
  expires_at: expires_at.toISOString(),
});
