import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict, forbidden, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import type { IdentityProvider } from '../../platform/config/identity-providers.logic.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { asUser, inScope, unscoped } from '../../platform/database/transaction.ts';
import { addressKey, organizationNameFromAddress } from '../accounts/addresses.logic.ts';
import type { Person } from '../admission/admission.ts';
import type { Origin } from '../audit/audit.actions.ts';
import { nameFrom, verifiedAddress, type Claims } from './identity-claims.logic.ts';
import {
  deleteIdentity,
  findIdentityUser,
  insertIdentity,
  listIdentitiesOf,
  lockSignInMethods,
  type IdentityKey,
} from '../accounts/identities.store.ts';
import { stateInvalid, type VerifiedReturn } from './oauth-login.actions.ts';
import { findSessionUser } from './oauth-login.store.ts';
import {
  createOrganization,
  newOrganizationScope,
  type OnOrganizationCreated,
} from '../onboarding/register.actions.ts';
import { recordAccountEvent } from '../accounts/person-audit.actions.ts';
import { openSession, type NewSession } from '../sessions/sessions.actions.ts';
import { lockRefreshToken, revokeOtherSessions, revokeSession } from '../admission/sessions.store.ts';
import { tokenHash } from '../admission/tokens.ts';
import { findUser, insertUser } from '../accounts/users.store.ts';

/**
 * Signs in the owner of a proven identity, adds it to the account of a signed-in person, or opens a new account. An address
 * alone never opens an existing account. Throws 403 or 409 with advice on what to do instead. `refreshToken`: the cookie that the
 * reply's replaces.
 */
export async function signInWithIdentity(
  desk: Desk,
  onOrganizationCreated: OnOrganizationCreated[],
  { provider, proven, sessionId }: VerifiedReturn,
  { origin, refreshToken }: { origin: Origin; refreshToken: string | null },
): Promise<NewSession> {
  const arrival = { provider, key: proven.key, origin };
  if (sessionId) return linkIdentity(desk, arrival, { sessionId, refreshToken });
  const session = await enter(desk, arrival);
  return session ?? openAccount(desk, onOrganizationCreated, { ...arrival, claims: await proven.describe() });
}

interface ProviderSignIn {
  provider: IdentityProvider;
  key: IdentityKey;
  origin: Origin;
}

/** Oldest first. Reads all identities at once, because a person has only a few. Throws 422 for a bad cursor. */
export async function identitiesOf(desk: Desk, { userId }: Person, { limit, cursor }: PageQuery) {
  const after = idAfter(cursor);
  const all = await unscoped(desk.db, (tx) => listIdentitiesOf(tx, userId));
  const later = all.filter(({ id }) => after === null || id > after);
  return pageOf(later.slice(0, limit + 1), limit, ({ id }) => [id]);
}

/** Throws 404, also for another person's. */
export async function identityOf(desk: Desk, { userId }: Person, id: string) {
  const all = await unscoped(desk.db, (tx) => listIdentitiesOf(tx, userId));
  const found = all.find((each) => each.id === id.toLowerCase());
  if (!found) throw notFound();
  return found;
}

/** Ends every other session, as a new password does. Throws 409 if the identity is the only sign-in method left. */
export const unlinkIdentity = (desk: Desk, person: Person, id: string): Promise<void> =>
  asUser(desk.db, person.userId, async (tx) => {
    const { hasPassword, identities } = await lockSignInMethods(tx, person.userId);
    const isConfigured = (provider: string) => desk.config.identityProviders.some((each) => each.id === provider);
    const others = identities.filter((each) => each.id !== id && isConfigured(each.provider));
    if (!(await deleteIdentity(tx, person.userId, id))) throw notFound();
    if (!hasPassword && others.length === 0)
      throw conflict(
        'conflict',
        sentence`This is your only way to sign in. Set a password first: request a password reset.`,
      );
    await revokeOtherSessions(tx, person, desk.clock.now());
    await recordAccountEvent(desk, tx, { ...person, action: 'user.identity_removed' });
  });

async function linkIdentity(
  desk: Desk,
  { provider, key, origin }: ProviderSignIn,
  { sessionId, refreshToken }: { sessionId: string; refreshToken: string | null },
): Promise<NewSession> {
  const now = desk.clock.now();
  const ownerOfSession = (tx: Tx) => findSessionUser(tx, sessionId, now);
  const userId = await unscoped(desk.db, ownerOfSession);
  if (userId === null) throw stateInvalid();
  return asUser(desk.db, userId, async (tx) => {
    // The session may have ended since: its owner may have ended a stolen session.
    if ((await ownerOfSession(tx)) !== userId) throw stateInvalid();
    const owner = await insertIdentity(tx, key, { id: newId(), userId, provider: provider.id, now });
    if (owner !== userId)
      throw conflict('conflict', sentence`This identity belongs to another account. Remove it there first.`);
    const { name } = await findUser(tx, userId);
    await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.identity_added', changes: by(provider) });
    // A browser goes on in the new session, and nobody could end the one that it leaves behind but from the list.
    const hash = refreshToken && tokenHash(desk.config, 'refresh', refreshToken);
    const held = hash ? await lockRefreshToken(tx, hash) : null;
    if (held?.session_id === sessionId) await revokeSession(tx, sessionId, now);
    return openSession(desk, tx, userId, origin);
  });
}

async function enter(desk: Desk, { provider, key, origin }: ProviderSignIn): Promise<NewSession | null> {
  const userId = await unscoped(desk.db, (tx) => findIdentityUser(tx, key));
  if (userId === null) return null;
  return asUser(desk.db, userId, async (tx) => {
    // The identity was removed from the account meanwhile, so it no longer signs anybody in.
    if ((await findIdentityUser(tx, key)) !== userId) return null;
    const { name } = await findUser(tx, userId);
    await recordAccountEvent(desk, tx, { userId, name, origin, action: 'user.signed_in', changes: by(provider) });
    return openSession(desk, tx, userId, origin);
  });
}

const by = (provider: IdentityProvider) => ({ provider: { to: provider.id } });

interface Newcomer extends ProviderSignIn {
  claims: Claims;
}

async function openAccount(
  desk: Desk,
  onOrganizationCreated: OnOrganizationCreated[],
  newcomer: Newcomer,
): Promise<NewSession> {
  const email = admissibleAddress(desk, newcomer);
  const founded = await foundAccount(desk, onOrganizationCreated, newcomer, email);
  // If a new person signs in from two tabs, the other tab may have opened the account.
  const session = founded ?? (await enter(desk, newcomer));
  if (!session) throw conflict('already_exists', sentence`An account with this address already exists. ${ifKnown}`);
  return session;
}

/** Null when the address is taken. */
function foundAccount(
  desk: Desk,
  onOrganizationCreated: OnOrganizationCreated[],
  { provider, key, claims, origin }: Newcomer,
  email: string,
): Promise<NewSession | null> {
  const name = nameFrom(claims, email);
  const scope = newOrganizationScope(name, origin);
  const { userId } = scope;
  return inScope(desk.db, scope, async (tx) => {
    const now = desk.clock.now();
    const account = { id: userId, email, emailKey: addressKey(email), name, locale: origin.language };
    const isNew = await insertUser(tx, { ...account, now, isVerified: true });
    if (!isNew) return null;
    const owner = await insertIdentity(tx, key, { id: newId(), userId, provider: provider.id, now });
    if (owner !== userId)
      throw conflict('conflict', sentence`This identity was just linked by another sign-in. Start again.`);
    await createOrganization(desk, tx, scope, { name: organizationNameFromAddress(email), onOrganizationCreated });
    return openSession(desk, tx, userId, origin);
  });
}

// Does not look up existing accounts, so that a caller who cannot prove an address learns nothing about it.
function admissibleAddress(desk: Desk, { provider, key, claims }: Newcomer): string {
  const email = verifiedAddress(key.issuer, claims);
  if (!email)
    throw forbidden('email_unverified', sentence`The provider has not verified your e-mail address. ${ifKnown}`);
  if (!provider.isTrusted)
    throw forbidden('provider_untrusted', sentence`This provider cannot be used to create an account. ${ifKnown}`);
  if (desk.config.REGISTRATION === 'invite')
    throw forbidden('invitation_required', sentence`Registration requires an invitation. ${ifKnown}`);
  return email;
}

const ifKnown = sentence`If you have an account, sign in to it as usual and add the provider there.`;
