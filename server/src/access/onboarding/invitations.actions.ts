import type { CreateInvitation, Invitation } from '@desk/contract/invitations';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid, notFound, roleRequired } from '../../platform/http/errors.ts';
import { sayFor } from '../../platform/words/say.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { enqueueMail } from '../account-mail/account-mail.actions.ts';
import { invitationMail } from '../account-mail/account-mail.logic.ts';
import { addressKey } from '../accounts/addresses.logic.ts';
import type { Scope } from '../admission/admission.ts';
import { record } from '../audit/audit.actions.ts';
import { hasPlace, invitationLifetimeMilliseconds, stateOf } from './invitations.logic.ts';
import {
  deleteInvitation,
  findInvitation,
  findOpenInvitation,
  insertInvitation,
  pageOfInvitations,
  type InvitationRow,
} from '../organizations/invitations.store.ts';
import { mayManage, type Standing } from '../organizations/members.logic.ts';
import { membersByAddress } from '../organizations/members.store.ts';
import { findOrganization, lockMembershipChanges } from '../organizations/organizations.store.ts';
import { freshToken } from '../admission/tokens.ts';
import { findWorkspace } from '../admission/workspaces.store.ts';
import { findUser } from '../accounts/users.store.ts';

/** Organization admins see every invitation; a workspace admin sees those into their own workspace. */
export async function listInvitations(desk: Desk, scope: Scope, { limit, cursor }: PageQuery) {
  const after = idAfter(cursor);
  const workspaceId = scope.role === 'org_admin' ? null : scope.workspaceId;
  const found = await inScope(desk.db, scope, (tx) => pageOfInvitations(tx, scope, { workspaceId, after, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map((row) => viewInvitation(row, desk.clock.now())), next_cursor };
}

export const showInvitation = (desk: Desk, scope: Scope, id: string): Promise<Invitation> =>
  inScope(desk.db, scope, async (tx) => viewInvitation(await visibleInvitation(tx, scope, id), desk.clock.now()));

/**
 * Mails a link, and returns a different one: only the mailed link proves that the address is the invited person's. Replaces an
 * open invitation to the address. Throws 403 for a role above the caller's right, 409 for a person who is already there.
 */
export const invite = (
  desk: Desk,
  scope: Scope,
  input: CreateInvitation,
): Promise<Invitation & { invitation_url: string }> =>
  inScope(desk.db, scope, async (tx) => {
    await lockMembershipChanges(tx, scope);
    const standing = wantedStanding(scope, input);
    refuseForeign(scope, standing);
    if (standing.workspaceId !== null && !(await findWorkspace(tx, scope, standing.workspaceId)))
      throw invalid('/workspace_id', sentence`there is no such workspace`);
    const email = input.email.normalize('NFC');
    if (hasPlace(await membersByAddress(tx, scope, addressKey(email)), standing))
      throw conflict('already_exists', sentence`A member with this address already exists. Change their role instead.`);
    await replaceOpen(desk, tx, scope, addressKey(email));
    const { id, url } = await sendInvitation(desk, tx, scope, { email, standing });
    const row = await visibleInvitation(tx, scope, id);
    record(desk, tx, scope, {
      action: 'invitation.created',
      subject: subjectOf(row),
      changes: { role: { to: row.role }, workspace_id: { to: row.workspace_id } },
    });
    return { ...viewInvitation(row, desk.clock.now()), invitation_url: url };
  });

/** Makes the links of an invitation void. An accepted invitation only leaves the list. */
export const dropInvitation = (desk: Desk, scope: Scope, id: string): Promise<void> =>
  inScope(desk.db, scope, async (tx) => {
    await lockMembershipChanges(tx, scope);
    const row = await visibleInvitation(tx, scope, id);
    refuseForeign(scope, standingOf(row));
    await deleteInvitation(tx, scope, id);
    record(desk, tx, scope, { action: 'invitation.revoked', subject: subjectOf(row) });
  });

async function sendInvitation(
  desk: Desk,
  tx: Tx,
  scope: Scope,
  { email, standing }: { email: string; standing: Standing },
): Promise<{ id: string; url: string }> {
  const now = desk.clock.now();
  const id = newId();
  const [shown, mailed] = [freshToken(desk.config, 'invitation'), freshToken(desk.config, 'invitation')];
  const expiresAt = new Date(now.getTime() + invitationLifetimeMilliseconds);
  const hashes = { shownHash: shown.hash, mailedHash: mailed.hash };
  const invitation = { id, email, emailKey: addressKey(email), ...standing, ...hashes, now, expiresAt };
  await insertInvitation(tx, scope, { ...invitation, invitedBy: scope.actor });
  const { name: organization } = await findOrganization(tx, scope);
  const letter = { inviter: scope.actor.name, organization, role: standing.role, link: linkTo(desk, mailed.token) };
  const { locale } = scope.userId === null ? { locale: 'en' } : await findUser(tx, scope.userId);
  await enqueueMail(desk, tx, {
    kind: 'invitation',
    to: email,
    // The language of the invited person is unknown; the inviter's is the best guess.
    content: invitationMail(sayFor(locale), letter),
    expiresAt,
    organizationId: scope.organizationId,
  });
  return { id, url: linkTo(desk, shown.token) };
}

const linkTo = (desk: Desk, token: string) => `${desk.config.PUBLIC_URL}/register?token=${token}`;

async function replaceOpen(desk: Desk, tx: Tx, scope: Scope, emailKey: string): Promise<void> {
  const open = await findOpenInvitation(tx, scope, emailKey);
  if (!open) return;
  if (stateOf(open, desk.clock.now()) === 'pending') refuseForeign(scope, standingOf(open));
  await deleteInvitation(tx, scope, open.id);
}

function wantedStanding(scope: Scope, { role, workspace_id: wanted }: CreateInvitation): Standing {
  if (role !== 'org_admin') return { role, workspaceId: wanted ?? scope.workspaceId };
  if (wanted) throw invalid('/workspace_id', sentence`an organization admin belongs to every workspace`);
  return { role, workspaceId: null };
}

async function visibleInvitation(tx: Tx, scope: Scope, id: string): Promise<InvitationRow> {
  const row = await findInvitation(tx, scope, id);
  if (!row || (scope.role !== 'org_admin' && row.workspace_id !== scope.workspaceId)) throw notFound();
  return row;
}

const standingOf = ({ role, workspace_id }: InvitationRow): Standing => ({ role, workspaceId: workspace_id });

function refuseForeign(scope: Scope, standing: Standing): void {
  if (!mayManage(scope, standing)) throw roleRequired('org_admin');
}

const subjectOf = ({ id, email }: InvitationRow) => ({ type: 'invitation', id, name: email });

const viewInvitation = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  workspace: row.workspace_id === null ? null : { id: row.workspace_id, name: row.workspace_name ?? '' },
  state: stateOf(row, now),
  invited_by: row.invited_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  accepted_at: row.accepted_at?.toISOString() ?? null,
});
