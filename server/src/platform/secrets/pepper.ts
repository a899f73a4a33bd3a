import { hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { declareSealed } from './sealed-columns.ts';
import { keyIdOf, type Secrets } from './secrets.ts';
import './secrets.tables.ts';
import { hmac, type Bytes } from './signatures.ts';
import { unscoped } from '../database/transaction.ts';

/**
 * HMAC-SHA256 with a secret of this installation, so that a copy of the database alone is not enough to compute it.
 * Each purpose has its own key, so that a value for one purpose cannot be used for another.
 */
export type Pepper = (
  purpose:
    | 'password'
    | 'known device'
    | 'webhook secret'
    | 'connector credentials'
    | 'approved actions'
    | 'mail address'
    | 'test event'
    | 'erased mark',
  ...parts: Bytes[]
) => Buffer;

const { table, columns } = declareSealed({
  table: 'pepper',
  row: 'id',
  columns: ['pepper_sealed'],
  of: 'installation',
});
const place = { table, row: '1', organizationId: '', field: columns[0] ?? '' };

/** Opens the pepper, which the very first process creates. It is sealed, so that SECRET_KEY can be rotated without the passwords. */
export async function openPepper(db: Db, secrets: Secrets): Promise<Pepper> {
  const secret = opened(secrets, await storedPepper(db, secrets));
  // Deriving a key costs more than its use, and each message uses one.
  const keys = new Map<string, Buffer>();
  return (purpose, ...parts) => {
    const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
    keys.set(purpose, key);
    return hmac('sha256', key, ...parts);
  };
}

// One statement, so that processes that start at the same time all get the same pepper.
const storedPepper = (db: Db, secrets: Secrets): Promise<string> =>
  unscoped(db, async (tx) => {
    const kept = await tx
      .insertInto('pepper')
      .values({ id: 1, pepper_sealed: secrets.seal(randomBytes(32).toString('base64'), place) })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ pepper_sealed: sql`coalesce(pepper.pepper_sealed, excluded.pepper_sealed)` }),
      )
      .returning(sql<string>`pepper_sealed`.as('sealed'))
      .executeTakeFirstOrThrow();
    return kept.sealed;
  });

// If a rotation was interrupted and the old key dropped too early, the canary opens but the pepper does not.
function opened(secrets: Secrets, sealed: string): Buffer {
  try {
    return Buffer.from(secrets.open(sealed, place), 'base64');
  } catch {
    throw new Error(
      `The pepper of the passwords is sealed with ${keyIdOf(sealed)}, which is not a key of this process. Set that key as ` +
        'SECRET_KEY_PREVIOUS and run `frontdesk rekey`. If it is lost, `frontdesk rekey --forget-lost` gives it up, and every ' +
        'password has to be set anew.',
    );
  }
}
