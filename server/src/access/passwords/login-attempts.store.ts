import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Digests of the address that is tried, or of the device that its account knows, and of the network it is tried from. */
export interface AttemptKeys {
  account: Buffer;
  network: Buffer;
}

export interface LoginAttempt extends AttemptKeys {
  id: string;
  at: Date;
}

/** Attempts of one account or network take turns: counted and recorded at the same time, they could pass the limit. */
export async function lockAttempts(tx: Tx, { account, network }: AttemptKeys): Promise<void> {
  const keys = [account, network].map((digest) => digest.readBigInt64BE()).sort((a, b) => (a < b ? -1 : 1));
  for (const key of keys) await sql`select pg_advisory_xact_lock(${String(key)}::bigint)`.execute(tx);
}

/** Times of the latest attempts since `since`, newest first, at most `limit`. */
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

/** The window of a failure begins when it is known to be one. */
export async function setAttemptTime(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('login_attempt').set({ at }).where('id', '=', id).execute();
}

export async function deleteAttemptsOf(tx: Tx, account: Buffer): Promise<void> {
  await tx.deleteFrom('login_attempt').where('account', '=', account).execute();
}

/** Leaves out what others are deleting just now: waiting for each other they could deadlock. */
export async function deleteAttemptsBefore(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom('login_attempt')
    .where('id', 'in', (eb) =>
      eb.selectFrom('login_attempt').select('id').where('at', '<', before).forUpdate().skipLocked(),
    )
    .execute();
}
