import type { Register } from '@desk/contract/access';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { conflict } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { addressKey, nameFromAddress } from '../accounts/addresses.logic.ts';
import { refuseWeak } from '../passwords/password-strength.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { countAttempt, clearFailures } from '../passwords/throttle.actions.ts';
import { insertPassword, insertUser } from '../accounts/users.store.ts';

/** An account that is not stored yet. It is prepared before the transaction, because hashing is slow. */
export interface NewAccount {
  email: string;
  emailKey: string;
  name: string;
  hash: string;
}

/** Throws 422 for a weak password. `about` contains what else an attacker knows: the organization's name. */
export async function prepareAccount(
  desk: Desk,
  input: Pick<Register, 'email' | 'password' | 'name'>,
  about: string[],
): Promise<NewAccount> {
  const email = input.email.normalize('NFC');
  const name = input.name?.trim() ?? nameFromAddress(email);
  refuseWeak(desk, input.password, { path: '/password', about: [email, name, ...about] });
  return { email, emailKey: addressKey(email), name, hash: await hashPassword(desk, input.password) };
}

/** Throws 409 if the address is taken. */
export async function insertAccount(
  desk: Desk,
  tx: Tx,
  { hash, ...newcomer }: NewAccount & { id: string; isVerified: boolean; locale: string },
): Promise<void> {
  const now = desk.clock.now();
  const isNew = await insertUser(tx, { ...newcomer, now });
  if (!isNew) throw conflict('already_exists', sentence`An account with this address already exists.`);
  await insertPassword(tx, newcomer.id, hash, now);
}

/**
 * Registration must report that an address is taken. Failures are therefore counted by network, and after too many it returns
 * 429 instead. Successful registrations are not limited.
 */
export async function withRegistrationThrottle<T>(
  desk: Desk,
  { email, ip }: { email: string; ip: string },
  work: () => Promise<T>,
): Promise<T> {
  const attempt = await countAttempt(desk, 'register', email, ip);
  const done = await work();
  await clearFailures(desk, attempt);
  return done;
}
