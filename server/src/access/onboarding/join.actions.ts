import type { Me, Register } from '@desk/contract/access';
import type { OpenInvitation } from '@desk/contract/invitations';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { inScope, unscoped } from '../../platform/database/transaction.ts';
import { addressKey } from '../accounts/addresses.logic.ts';
import type { Person } from '../admission/admission.ts';
import { record, type Origin } from '../audit/audit.actions.ts';
import { stateOf } from './invitations.logic.ts';
import {
  findInvitation,
  findInvitationByHash,
  lockInvitation,
  markAccepted,
  type FoundInvitation,
  type InvitationRow,
} from '../organizations/invitations.store.ts';
import { describeNewcomer } from '../sessions/me.actions.ts';
import { insertMember } from '../organizations/members.store.ts';
import { withRegistrationThrottle, insertAccount, prepareAccount } from './newcomers.actions.ts';
import { findOrganization } from '../organizations/organizations.store.ts';
import { openSession, type NewSession } from '../sessions/sessions.actions.ts';
import { tokenHash } from '../admission/tokens.ts';
import { findUser, verifyEmail } from '../accounts/users.store.ts';

/** The invitation that the link belongs to. Throws 422 `token_invalid` if it is used, expired, replaced or withdrawn. */
export async function readInvitation(desk: Desk, token: string): Promise<OpenInvitation> {
  const key = await heldInvitation(desk, token, '/token');
  return inScope(desk.db, key, async (tx) => {
    const row = stillOpen(desk, await findInvitation(tx, key, key.id), '/token');
    const { id, name } = await findOrganization(tx, key);
    return {
      email: row.email,
      role: row.role,
      organization: { id, name },
      invited_by: row.invited_by.name,
      expires_at: row.expires_at.toISOString(),
    };
  });
}

/**
 * Registers by invitation, without founding an organization. Throws 422 `token_invalid`, or 422 at `/email` if the address is
 * not the invited one.
 */
export async function registerByInvitation(
  desk: Desk,
  input: Register & { invitation_token: string },
  origin: Origin,
): Promise<NewSession> {
  const path = '/invitation_token';
  const key = await heldInvitation(desk, input.invitation_token, path);
  const invited = await inScope(desk.db, key, async (tx) => ({
    email_key: stillOpen(desk, await findInvitation(tx, key, key.id), path).email_key,
    organization: (await findOrganization(tx, key)).name,
  }));
  if (addressKey(input.email) !== invited.email_key)
    throw invalid('/email', sentence`is not the address that the invitation was sent to`);
  const newcomer = await prepareAccount(desk, input, [invited.organization]);
  return withRegistrationThrottle(desk, { email: newcomer.email, ip: origin.ip }, () =>
    inScope(desk.db, key, async (tx) => {
      const row = stillOpen(desk, await lockInvitation(tx, key, key.id), path);
      const id = newId();
      const isVerified = key.hash.equals(row.mailed_hash);
      await insertAccount(desk, tx, { ...newcomer, id, isVerified, locale: origin.language });
      await addInvitedMember(desk, tx, {
        row,
        organizationId: key.organizationId,
        user: { id, name: newcomer.name },
        origin,
      });
      return openSession(desk, tx, id, origin);
    }),
  );
}

/** Joins with an existing account. Its address must be the invited one, because a link may have been passed on. */
export async function acceptInvitation(desk: Desk, person: Person, token: string): Promise<Me> {
  const key = await heldInvitation(desk, token, '/token');
  const user = await unscoped(desk.db, (tx) => findUser(tx, person.userId));
  await inScope(desk.db, key, async (tx) => {
    const row = stillOpen(desk, await lockInvitation(tx, key, key.id), '/token');
    if (addressKey(user.email) !== row.email_key)
      throw invalid(
        '/token',
        sentence`The invitation was sent to another address than that of your account.`,
        'token_invalid',
      );
    if (key.hash.equals(row.mailed_hash)) await verifyEmail(tx, user.id, desk.clock.now());
    await addInvitedMember(desk, tx, { row, organizationId: key.organizationId, user, origin: person.origin });
  });
  return describeNewcomer(desk, user.id);
}

interface HeldInvitation extends FoundInvitation {
  /** The digest of the presented token: the mailed one or the inviter's. */
  hash: Buffer;
}

async function heldInvitation(desk: Desk, token: string, path: string): Promise<HeldInvitation> {
  const hash = tokenHash(desk.config, 'invitation', token);
  const found = hash && (await findInvitationByHash(desk.db.kysely, hash));
  if (!found) throw invitationInvalid(path);
  return { ...found, hash };
}

function stillOpen(desk: Desk, row: InvitationRow | undefined, path: string): InvitationRow {
  if (!row || stateOf(row, desk.clock.now()) !== 'pending') throw invitationInvalid(path);
  return row;
}

const invitationInvalid = (path: string) =>
  invalid(path, sentence`This invitation is no longer valid. Ask for a new one.`, 'token_invalid');

interface Joining {
  row: InvitationRow;
  organizationId: string;
  user: { id: string; name: string };
  origin: Origin;
}

async function addInvitedMember(desk: Desk, tx: Tx, { row, organizationId, user, origin }: Joining): Promise<void> {
  const scope = { organizationId, actor: { type: 'user' as const, id: user.id, name: user.name }, origin };
  const now = desk.clock.now();
  const place = { id: newId(), userId: user.id, role: row.role, workspaceId: row.workspace_id, now };
  if (!(await insertMember(tx, scope, place))) throw conflict('already_exists', sentence`You are already a member.`);
  await markAccepted(tx, scope, { id: row.id, now });
  record(desk, tx, scope, {
    action: 'invitation.accepted',
    subject: { type: 'invitation', id: row.id, name: row.email },
    changes: { role: { to: row.role }, workspace_id: { to: row.workspace_id } },
  });
}
