import type { Role } from '@desk/contract/access';
import type { Actor } from '@desk/contract/audit';
import { sql, type Kysely } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';

export interface InvitationRow {
  id: string;
  email: string;
  email_key: string;
  role: Role;
  workspace_id: string | null;
  workspace_name: string | null;
  mailed_hash: Buffer;
  invited_by: Actor;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
}

const ours = (tx: Tx, scope: OrganizationScope) =>
  tx
    .selectFrom('invitation as i')
    .leftJoin('workspace as w', (on) =>
      on.onRef('w.organization_id', '=', 'i.organization_id').onRef('w.id', '=', 'i.workspace_id'),
    )
    .select(['i.id', 'i.email', 'i.email_key', 'i.role', 'i.workspace_id', 'w.name as workspace_name'])
    .select(['i.mailed_hash', 'i.invited_by', 'i.created_at', 'i.expires_at', 'i.accepted_at'])
    .where('i.organization_id', '=', scope.organizationId);

export interface FoundInvitation extends OrganizationScope {
  id: string;
}

/** Searches every organization: a caller with only a token has no scope yet, so a database function does it. */
export async function findInvitationByHash(db: Kysely<Tables>, hash: Buffer): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<{ organization_id: string; id: string }>`select * from invitation_of(${hash})`.execute(db);
  const [row] = rows;
  return row && { organizationId: row.organization_id, id: row.id };
}

export const findInvitation = (tx: Tx, scope: OrganizationScope, id: string): Promise<InvitationRow | undefined> =>
  ours(tx, scope).where('i.id', '=', id).executeTakeFirst();

/** Locks the invitation, so that the second of two concurrent acceptances sees the first. */
export const lockInvitation = (tx: Tx, scope: OrganizationScope, id: string): Promise<InvitationRow | undefined> =>
  ours(tx, scope).where('i.id', '=', id).forUpdate('i').executeTakeFirst();

/** The invitation that is not accepted yet, expired or not. An address has at most one. */
export const findOpenInvitation = (
  tx: Tx,
  scope: OrganizationScope,
  emailKey: string,
): Promise<InvitationRow | undefined> =>
  ours(tx, scope).where('i.email_key', '=', emailKey).where('i.accepted_at', 'is', null).executeTakeFirst();

export const pendingInvitationsInto = (
  tx: Tx,
  scope: OrganizationScope,
  workspaceId: string,
  now: Date,
): Promise<InvitationRow[]> =>
  ours(tx, scope)
    .where('i.workspace_id', '=', workspaceId)
    .where('i.accepted_at', 'is', null)
    .where('i.expires_at', '>', now)
    .execute();

export interface InvitationPage {
  /** Only invitations into this workspace; null for all. */
  workspaceId: string | null;
  after: string | null;
  limit: number;
}

/** Oldest first; one row more than `limit` if there is a next page. */
export function pageOfInvitations(
  tx: Tx,
  scope: OrganizationScope,
  { workspaceId, after, limit }: InvitationPage,
): Promise<InvitationRow[]> {
  let rows = ours(tx, scope)
    .orderBy('i.id')
    .limit(limit + 1);
  if (workspaceId !== null) rows = rows.where('i.workspace_id', '=', workspaceId);
  if (after !== null) rows = rows.where('i.id', '>', after);
  return rows.execute();
}

export interface InvitationToInsert {
  id: string;
  email: string;
  emailKey: string;
  role: Role;
  workspaceId: string | null;
  shownHash: Buffer;
  mailedHash: Buffer;
  invitedBy: Actor;
  now: Date;
  expiresAt: Date;
}

export async function insertInvitation(
  tx: Tx,
  scope: OrganizationScope,
  invitation: InvitationToInsert,
): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({
      organization_id: scope.organizationId,
      id: invitation.id,
      email: invitation.email,
      email_key: invitation.emailKey,
      role: invitation.role,
      workspace_id: invitation.workspaceId,
      shown_hash: invitation.shownHash,
      mailed_hash: invitation.mailedHash,
      invited_by: JSON.stringify(invitation.invitedBy),
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
      accepted_at: null,
    })
    .execute();
}

export async function markAccepted(
  tx: Tx,
  scope: OrganizationScope,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('invitation')
    .set({ accepted_at: now })
    .where('organization_id', '=', scope.organizationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteInvitation(tx: Tx, scope: OrganizationScope, id: string): Promise<void> {
  await tx.deleteFrom('invitation').where('organization_id', '=', scope.organizationId).where('id', '=', id).execute();
}
