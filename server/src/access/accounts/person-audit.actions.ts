import type { Changes } from '@desk/contract/audit';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { record, type Actor, type Origin } from '../audit/audit.actions.ts';
import { organizationsOf } from '../admission/memberships.store.ts';

/** Something that was done to an account. Without an actor it was the person; `action` is as in an entry. */
export interface AccountEvent {
  userId: string;
  name: string;
  actor?: Actor;
  origin: Origin | null;
  action: `user.${string}` | `session.${string}`;
  changes?: Changes;
}

/** Who acts when nobody has proven anything yet: a wrong password, a stolen token, a reset that is asked for. */
export const signInActor: Actor = { type: 'system', id: 'access', name: 'Sign-in' };

/**
 * One entry in each organization of the person: what happens to an account concerns every one that it opens. Somebody of
 * no organization leaves none. Needs a transaction of `asUser`, for there is no single organization to be in.
 */
export async function recordAccountEvent(desk: Desk, tx: Tx, deed: AccountEvent): Promise<void> {
  const { userId, name, origin, action, changes } = deed;
  const actor = deed.actor ?? { type: 'user', id: userId, name };
  for (const organizationId of await organizationsOf(tx, userId))
    record(
      desk,
      tx,
      { organizationId, actor, origin },
      {
        action,
        subject: { type: 'user', id: userId, name },
        ...(changes ? { changes } : {}),
      },
    );
}
