import { sql, type Kysely } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import { repeatedly } from '../../platform/database/named-statements.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { asHeldMembership, type HeldMembershipRow } from './memberships.store.ts';
import type { HeldMembership } from './scope.logic.ts';

/** A valid token says nothing yet: the session may be revoked, or the token expired. */
export interface HeldAccess {
  sessionId: string;
  userId: string;
  name: string;
  revokedAt: Date | null;
  expiresAt: Date;
  memberships: HeldMembership[];
}

interface SessionRow {
  session_id: string;
  user_id: string;
  name: string;
  revoked_at: Date | null;
  expires_at: Date;
}

/** A row of the database function `admission_of`: one for each membership, or one without. */
type AdmissionRow = SessionRow & (HeldMembershipRow | { membership_id: null });

/**
 * The session behind an access token, with all memberships of its holder, oldest first; null if nobody has the token. Of no
 * organization, so no scope is needed. Every request of a person begins with it: one statement, planned once for each connection.
 */
export async function findAccess(
  db: Kysely<Tables>,
  hash: Buffer,
  requestedWorkspaceId: string | null,
): Promise<HeldAccess | null> {
  const asked = sql<AdmissionRow>`select * from admission_of(${hash}, ${requestedWorkspaceId})`;
  const { rows } = await repeatedly(() => asked.execute(db));
  const [row] = rows;
  if (!row) return null;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    name: row.name,
    revokedAt: row.revoked_at,
    expiresAt: row.expires_at,
    memberships: rows.filter(isHeld).map(asHeldMembership),
  };
}

const isHeld = (row: AdmissionRow): row is SessionRow & HeldMembershipRow => row.membership_id !== null;

export interface SessionToInsert {
  id: string;
  userId: string;
  now: Date;
  expiresAt: Date;
  client: string | null;
  ip: string;
}

export async function insertSession(
  tx: Tx,
  { id, userId, now, expiresAt, client, ip }: SessionToInsert,
): Promise<void> {
  await tx
    .insertInto('session')
    .values({ id, user_id: userId, created_at: now, expires_at: expiresAt, revoked_at: null, client, ip })
    .execute();
}

export interface NewToken {
  hash: Buffer;
  kind: 'access' | 'refresh';
  expiresAt: Date;
}

export async function insertTokens(tx: Tx, sessionId: string, tokens: NewToken[]): Promise<void> {
  const rows = tokens.map(({ hash, kind, expiresAt }) => ({
    hash,
    session_id: sessionId,
    kind,
    expires_at: expiresAt,
    used_at: null,
    used_by: null,
  }));
  await tx.insertInto('session_token').values(rows).execute();
}

/** The owner of a refresh token, whether the token was used or not. */
export const findRefreshOwner = (db: Kysely<Tables>, hash: Buffer) =>
  db
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('app_user as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.name'])
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'refresh')
    .executeTakeFirst();

/** Locks the token, so that the second of two concurrent uses sees the first. */
export const lockRefreshToken = (tx: Tx, hash: Buffer) =>
  tx
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .select([
      't.session_id',
      't.expires_at',
      't.used_at',
      't.used_by',
      's.user_id',
      's.revoked_at',
      's.expires_at as session_expires_at',
    ])
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'refresh')
    .forUpdate()
    .executeTakeFirst();

export interface TokenUse {
  hash: Buffer;
  /** The digest of the renewal's key; null if the renewal cannot be repeated. */
  by: Buffer | null;
  now: Date;
}

export async function markUsed(tx: Tx, { hash, by, now }: TokenUse): Promise<void> {
  await tx.updateTable('session_token').set({ used_at: now, used_by: by }).where('hash', '=', hash).execute();
}

/** Whether the session had another renewal at that time or later. */
export async function isFollowed(tx: Tx, sessionId: string, { by, at }: { by: Buffer; at: Date }): Promise<boolean> {
  const later = await tx
    .selectFrom('session_token')
    .select('hash')
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'refresh')
    .where('used_at', '>=', at)
    .where('used_by', 'is distinct from', by)
    .executeTakeFirst();
  return later !== undefined;
}

export async function revokeSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The person's sessions that have not ended, newest first. `used_at` is the time of the last token renewal. */
export const listSessions = (tx: Tx, userId: string, { now, after, limit }: SessionPage) =>
  openSessions(tx, userId, now)
    .$if(after !== null, (rows) => rows.where('s.id', '<', after))
    .orderBy('s.id', 'desc')
    .limit(limit + 1)
    .execute();

export const findSessionOf = (tx: Tx, userId: string, { id, now }: { id: string; now: Date }) =>
  openSessions(tx, userId, now).where('s.id', '=', id).executeTakeFirst();

const openSessions = (tx: Tx, userId: string, now: Date) =>
  tx
    .selectFrom('session as s')
    .select(['s.id', 's.created_at', 's.expires_at', 's.client', 's.ip'])
    .select((eb) =>
      eb
        .selectFrom('session_token as t')
        .select((used) => used.fn.max('t.used_at').as('used_at'))
        .whereRef('t.session_id', '=', 's.id')
        .where('t.kind', '=', 'refresh')
        .as('used_at'),
    )
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now);

interface SessionPage {
  now: Date;
  after: string | null;
  limit: number;
}

/** False if the person has no such session, or it has ended. */
export async function revokeSessionOf(tx: Tx, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const revoked = await tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

/** Revokes all sessions of the person except `sessionId`. */
export async function revokeOtherSessions(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  now: Date,
): Promise<void> {
  let others = tx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (sessionId !== null) others = others.where('id', '!=', sessionId);
  await others.execute();
}

/** Used refresh tokens stay as long as their session, so that a second use is detected. */
export async function deleteAccessTokensExpiredBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('session_token').where('kind', '=', 'access').where('expires_at', '<', before).execute();
}

/** Deletes the sessions with their tokens. */
export async function deleteSessionsExpiredBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('session').where('expires_at', '<', before).execute();
}

/** Returns the hashes of valid access tokens whose holders belong to the organization. */
export async function hashesOfMembers(
  tx: Tx,
  scope: OrganizationScope,
  { hashes, now }: { hashes: Buffer[]; now: Date },
): Promise<Buffer[]> {
  if (hashes.length === 0) return [];
  const rows = await tx
    .selectFrom('session_token as t')
    .innerJoin('session as s', 's.id', 't.session_id')
    .innerJoin('membership as m', 'm.user_id', 's.user_id')
    .select('t.hash')
    .distinct()
    .where('m.organization_id', '=', scope.organizationId)
    .where('t.hash', 'in', hashes)
    .where('t.kind', '=', 'access')
    .where('t.expires_at', '>', now)
    .where('s.revoked_at', 'is', null)
    .execute();
  return rows.map(({ hash }) => hash);
}
