import type { Changes } from '@desk/contract/audit';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { record, type Actor, type Origin } from '../audit/audit.actions.ts';
import { organizationsOf } from '../admission/memberships.store.ts';

/** A change to an account. Without `actor` the person did it; `action` is as in an audit entry. */
export interface AccountEvent {
  userId: string;
  name: string;
  actor?: Actor;
  origin: Origin | null;
  action: `user.${string}` | `session.${string}`;
  changes?: Changes;
}

/** The actor when the caller has not proven an identity: a wrong password, a stolen token, a reset request. */
export const signInActor: Actor = { type: 'system', id: 'access', name: 'Sign-in' };

/**
 * Writes one entry in each of the person's organizations, because an account opens all of them. A person without an
 * organization leaves no entry. Needs a transaction of `asUser`, because no single organization is the scope.
 */
export async function recordAccountEvent(desk: Desk, tx: Tx, event: AccountEvent): Promise<void> {
  const { userId, name, origin, action, changes } = event;
  const actor = event.actor ?? { type: 'user', id: userId, name };
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
