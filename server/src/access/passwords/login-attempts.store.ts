import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** `account` is a digest of the address, or of a device known to the account; `network` is one of the caller's network. */
export interface AttemptKeys {
  account: Buffer;
  network: Buffer;
}

export interface LoginAttempt extends AttemptKeys {
  id: string;
  at: Date;
}

/** Serializes the attempts of one account or network: concurrent ones could pass the limit between counting and recording. */
export async function lockAttempts(tx: Tx, { account, network }: AttemptKeys): Promise<void> {
  const keys = [account, network].map((digest) => digest.readBigInt64BE()).sort((a, b) => (a < b ? -1 : 1));
  for (const key of keys) await sql`select pg_advisory_xact_lock(${String(key)}::bigint)`.execute(tx);
}

/** The times of the attempts after `since`, newest first, at most `limit`. */
export async function latestAttempts(
  tx: Tx,
  by: { column: keyof AttemptKeys; digest: Buffer },
  { since, limit }: { since: Date; limit: number },
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('login_attempt')
    .select('at')
    .where(by.column, '=', by.digest)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.at);
}

export async function insertAttempt(tx: Tx, attempt: LoginAttempt): Promise<void> {
  await tx.insertInto('login_attempt').values(attempt).execute();
}

/** Sets the time of a failure, when it is known to be one: its window begins then. */
export async function setAttemptTime(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('login_attempt').set({ at }).where('id', '=', id).execute();
}

export async function deleteAttemptsOf(tx: Tx, account: Buffer): Promise<void> {
  await tx.deleteFrom('login_attempt').where('account', '=', account).execute();
}

/** Skips rows that other transactions are deleting: waiting for them could deadlock. */
export async function deleteAttemptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom('login_attempt')
    .where('id', 'in', (eb) =>
      eb.selectFrom('login_attempt').select('id').where('at', '<', before).forUpdate().skipLocked(),
    )
    .execute();
}
