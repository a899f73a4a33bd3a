import { hkdfSync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { declareSealed } from './sealed-columns.ts';
import { keyIdOf, type Secrets } from './secrets.ts';
import './secrets.tables.ts';
import { hmac, type Bytes } from './signatures.ts';
import { unscoped } from '../database/transaction.ts';

/**
 * HMAC-SHA256 with a secret that this installation made for itself: anyone who copies the database alone can compute none.
 * Each purpose has a key of its own, so that nothing shown for one can be used for another.
 */
export type Pepper = (
  purpose:
    | 'password'
    | 'known device'
    | 'webhook secret'
    | 'connector credentials'
    | 'approved actions'
    | 'mail address'
    | 'test event',
  ...parts: Bytes[]
) => Buffer;

const { table, columns } = declareSealed({
  table: 'pepper',
  row: 'id',
  columns: ['pepper_sealed'],
  of: 'installation',
});
const place = { table, row: '1', organizationId: '', field: columns[0] ?? '' };

/** Made by the first process of all. Sealed, so that SECRET_KEY can be rotated without anybody's password. */
export async function openPepper(db: Db, secrets: Secrets): Promise<Pepper> {
  const secret = opened(secrets, await storedPepper(db, secrets));
  return (purpose, ...parts) => hmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)), ...parts);
}

// One statement: of processes that start at the same time one makes it, and the others are given that one.
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

// The canary opens, and this does not, when a rotation was cut off and the old key dropped too early.
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
