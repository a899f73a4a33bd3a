import type { Acting } from '../../access/index.ts';
import { unlessDuplicate, type Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, nameTaken, type ExpectedVersion } from '../../platform/http/errors.ts';
import { lockPolicy, readRevision, reviseForEditing } from '../policy/policy.store.ts';
import { differencesOf } from '../policy/snapshot.logic.ts';
import { currentSnapshot, hasSnapshot, keepSnapshot } from '../policy/snapshots.store.ts';
import type { Reference } from './references.logic.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';

/** Saves a change unless it would break the suite. `change` makes it in a transaction, and may be called several times. */
export type PublishGate = <T>(change: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Edits the policy in a transaction that excludes other edits. Creates a revision if anything changed. Throws 409 if a name is taken.
 */
export async function editPolicy<T>(
  desk: Desk,
  acting: Acting,
  gate: PublishGate,
  edit: (tx: Tx) => Promise<T>,
): Promise<T> {
  const at = desk.clock.now();
  const revise = async (tx: Tx) => {
    await lockPolicy(tx, acting);
    // Store the initial state once if it has no snapshot, because its decisions can be replayed too.
    if (!(await hasSnapshot(tx, acting, await readRevision(tx, acting))))
      await keepSnapshot(tx, acting, { author: null, at });
    const before = await currentSnapshot(tx, acting);
    const result = await edit(tx);
    if (differencesOf(before, await currentSnapshot(tx, acting)).length === 0) return result;
    await reviseForEditing(tx, acting);
    await keepSnapshot(tx, acting, { author: acting.actor, at });
    return result;
  };
  return unlessDuplicate(gate(revise), nameTaken);
}

export const builtIn = () =>
  conflict('built_in', sentence`The internal queue can be renamed, but not changed in any other way.`);

export function refuseInUse(users: readonly Reference[]): void {
  if (users.length === 0) return;
  if (users.every(({ type }) => type === 'conversation'))
    throw conflict(
      'in_use',
      sentence`It still has open or snoozed conversations. Resolve them or hand them over first.`,
      {
        users,
      },
    );
  throw conflict('in_use', sentence`It is in use. Change what uses it first.`, { users });
}

/** The target of an edit or removal, from a route. */
export interface EditTarget {
  id: string;
  expectedVersion: ExpectedVersion;
  gate: PublishGate;
}
