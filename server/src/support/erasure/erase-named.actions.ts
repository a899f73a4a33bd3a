import { setTimeout as sleep } from 'node:timers/promises';
import type { Erasure } from '@desk/contract/customers';
import type { Acting } from '../../access/index.ts';
import { findErasure, personsNamed, viewErasure } from '../../conversations/index.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { eraseByPerson, workErasure, type EraseElsewhere } from './erase.actions.ts';

const pauseMilliseconds = 1_000;

/**
 * Erases every person with this address, external id or id, and works until nothing is left of them: for a process that runs no
 * jobs. If an erasure has to wait for too long, it is returned as pending, and the service completes it.
 */
export async function eraseNamed(
  desk: Desk,
  acting: Acting,
  name: string,
  elsewhere: EraseElsewhere,
): Promise<Erasure[]> {
  const { organizationId } = acting;
  const persons = await inScope(desk.db, acting, (tx) => personsNamed(tx, acting, name));
  const begun: Erasure[] = [];
  for (const id of persons) begun.push(await eraseByPerson(desk, acting, { id, expectedVersion: null }));
  for (const { id: erasureId } of begun) await workToEnd(desk, { organizationId, erasureId }, elsewhere);
  return inScope(desk.db, acting, async (tx) => {
    const rows = [];
    for (const { id } of begun) rows.push(await findErasure(tx, acting, id));
    return rows.flatMap((row) => (row ? [viewErasure(row)] : []));
  });
}

// Longer than any send takes. An event may wait much longer for its vendor.
const mostRounds = 30;

async function workToEnd(
  desk: Desk,
  of: { organizationId: string; erasureId: string },
  elsewhere: EraseElsewhere,
): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    if ((await workErasure(desk, of, elsewhere)) === 'done') return;
    await sleep(pauseMilliseconds);
  }
}
