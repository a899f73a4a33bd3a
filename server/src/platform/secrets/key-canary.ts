import type { Db } from '../database/database.ts';
import { declareSealed } from './sealed-columns.ts';
import { keyIdOf, type Secrets } from './secrets.ts';
import './secrets.tables.ts';
import { unscoped } from '../database/transaction.ts';

const { table, columns } = declareSealed({
  table: 'key_canary',
  row: 'id',
  columns: ['canary_sealed'],
  of: 'installation',
});
const place = { table, row: '1', organizationId: '', field: columns[0] ?? '' };
const text = 'Frontdesk';

/**
 * Throws if this process has none of the database's keys (docs/promises.md, secrets): it would fail at the first secret that it
 * needs, and seal others that no other process can read. The very first process stores the canary.
 */
export async function checkKeyCanary(db: Db, secrets: Secrets): Promise<void> {
  const sealed = await unscoped(db, async (tx) => {
    await tx
      .insertInto('key_canary')
      .values({ id: 1, canary_sealed: secrets.seal(text, place) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await tx.selectFrom('key_canary').select('canary_sealed').executeTakeFirstOrThrow()).canary_sealed;
  });
  if (!opens(secrets, sealed))
    throw new Error(
      `SECRET_KEY is ${secrets.activeKeyId}, and the secrets of this database are sealed with ${keyIdOf(sealed)} (the first ` +
        'digits of a key’s SHA-256). Set that key as SECRET_KEY or, while rotating, as SECRET_KEY_PREVIOUS. If it is lost, ' +
        '`frontdesk rekey --forget-lost` gives up what it sealed.',
    );
}

/** Whether a process with these keys could start; `absent` before the first start. */
export async function keyCanaryState(db: Db, secrets: Secrets): Promise<'absent' | 'opens' | 'foreign'> {
  const row = await unscoped(db, (tx) => tx.selectFrom('key_canary').select('canary_sealed').executeTakeFirst());
  if (!row) return 'absent';
  return opens(secrets, row.canary_sealed) ? 'opens' : 'foreign';
}

function opens(secrets: Secrets, sealed: string): boolean {
  try {
    return secrets.open(sealed, place) === text;
  } catch {
    return false;
  }
}

/** Seals the canary with the active key, for an installation that has lost the old one. */
export const replaceKeyCanary = (db: Db, secrets: Secrets): Promise<unknown> =>
  unscoped(db, (tx) =>
    tx
      .updateTable('key_canary')
      .set({ canary_sealed: secrets.seal(text, place) })
      .execute(),
  );
