import type { Desk } from '../platform/desk.ts';
import { conflict, forbidden, notFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { IdentityProvider } from '../platform/identity-providers.logic.ts';
import { inScope, unscoped } from '../platform/transaction.ts';
import { addressKey, organizationNameFromAddress } from './addresses.logic.ts';
import type { Person } from './admission.ts';
import { nameFrom, verifiedAddress, type Claims } from './identity-claims.logic.ts';
import {
  deleteIdentity,
  findIdentityUser,
  insertIdentity,
  listIdentitiesOf,
  lockWaysIn,
  type IdentityKey,
} from './identities.store.ts';
import { stateInvalid, type Returned } from './oauth-login.actions.ts';
import { findSessionUser } from './oauth-login.store.ts';
import { foundingScope, foundOrganization, type Furnish } from './register.actions.ts';
import { openSession, type OpenSession } from './sessions.actions.ts';
import { revokeOtherSessions } from './sessions.store.ts';
import { insertUser } from './users.store.ts';

/**
 * Lets in who has proven an identity: its owner; or whoever adds it to their own account; or somebody new. An address is
 * never enough to reach an account that exists. Throws 403 or 409 with what to do instead.
 */
export async function admitIdentity(
  desk: Desk,
  furnish: Furnish[],
  { provider, proven, sessionId }: Returned,
): Promise<OpenSession> {
  if (sessionId) return addToAccount(desk, provider, proven.key, sessionId);
  const session = await enter(desk, proven.key);
  return session ?? openAccount(desk, furnish, { provider, key: proven.key, claims: await proven.describe() });
}

export const identitiesOf = (desk: Desk, { userId }: Person) => unscoped(desk.db, (tx) => listIdentitiesOf(tx, userId));

/** Ends every other session, as a new password does. Throws 409 when it is the only way in that is left. */
export const takeFromAccount = (desk: Desk, person: Person, id: string): Promise<void> =>
  unscoped(desk.db, async (tx) => {
    const { hasPassword, identities } = await lockWaysIn(tx, person.userId);
    const isConfigured = (provider: string) => desk.config.identityProviders.some((each) => each.id === provider);
    const others = identities.filter((each) => each.id !== id && isConfigured(each.provider));
    if (!(await deleteIdentity(tx, person.userId, id))) throw notFound();
    if (!hasPassword && others.length === 0)
      throw conflict('conflict', 'Nothing else lets you in. Set a password by a reset first.');
    await revokeOtherSessions(tx, person, desk.clock.now());
  });

const addToAccount = (desk: Desk, provider: IdentityProvider, key: IdentityKey, sessionId: string) =>
  unscoped(desk.db, async (tx) => {
    const now = desk.clock.now();
    // The session may have ended since, by its owner because it was stolen.
    const userId = await findSessionUser(tx, sessionId, now);
    if (userId === null) throw stateInvalid();
    const owner = await insertIdentity(tx, key, { id: newId(), userId, provider: provider.id, now });
    if (owner !== userId)
      throw conflict('conflict', 'This identity belongs to another account. Remove it there first.');
    return openSession(desk, tx, userId);
  });

const enter = (desk: Desk, key: IdentityKey): Promise<OpenSession | null> =>
  unscoped(desk.db, async (tx) => {
    const userId = await findIdentityUser(tx, key);
    return userId === null ? null : openSession(desk, tx, userId);
  });

interface Newcomer {
  provider: IdentityProvider;
  key: IdentityKey;
  claims: Claims;
}

async function openAccount(desk: Desk, furnish: Furnish[], newcomer: Newcomer): Promise<OpenSession> {
  const email = admissibleAddress(desk, newcomer);
  const founded = await foundAccount(desk, furnish, newcomer, email);
  // Somebody who comes for the first time in two tabs has had their account opened by the other one.
  const session = founded ?? (await enter(desk, newcomer.key));
  if (!session) throw conflict('already_exists', `There is an account with this address already. ${ifKnown}`);
  return session;
}

/** Null when the address is taken. */
function foundAccount(
  desk: Desk,
  furnish: Furnish[],
  { provider, key, claims }: Newcomer,
  email: string,
): Promise<OpenSession | null> {
  const name = nameFrom(claims, email);
  const scope = foundingScope(name);
  const { userId } = scope;
  return inScope(desk.db, scope, async (tx) => {
    const now = desk.clock.now();
    const isNew = await insertUser(tx, { id: userId, email, emailKey: addressKey(email), name, now, isVerified: true });
    if (!isNew) return null;
    const owner = await insertIdentity(tx, key, { id: newId(), userId, provider: provider.id, now });
    if (owner !== userId) throw conflict('conflict', 'This identity was signed in elsewhere just now. Start again.');
    await foundOrganization(tx, scope, { name: organizationNameFromAddress(email), now });
    for (const put of furnish) await put(tx, scope);
    return openSession(desk, tx, userId);
  });
}

// Judged without a look at who has which address: whoever cannot prove one learns nothing about it.
function admissibleAddress(desk: Desk, { provider, key, claims }: Newcomer): string {
  const email = verifiedAddress(key.issuer, claims);
  if (!email) throw forbidden('email_unverified', `The provider does not vouch for an address of yours. ${ifKnown}`);
  if (!provider.isTrusted) throw forbidden('provider_untrusted', `This provider opens no accounts here. ${ifKnown}`);
  if (desk.config.REGISTRATION === 'invite')
    throw forbidden('invitation_required', `Registering here needs an invitation. ${ifKnown}`);
  return email;
}

const ifKnown = 'If you have an account, sign in to it as usual and add the provider there.';
