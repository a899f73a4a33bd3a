import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Desk } from '../../platform/desk.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** `outdated`: right, but hashed at a lower cost than today's, or without the pepper. */
export type PasswordCheck = 'wrong' | 'right' | 'outdated';

// argon2id, the package's default. Memory in KiB; the floor is OWASP's, production uses the cost measured in docs/promises.md, passwords.
const floor = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const costs = { development: floor, test: floor, production: { memoryCost: 65_536, timeCost: 3, parallelism: 1 } };

// The prefix of hashes made with the pepper, before the PHC string. Hashes from before the pepper have no prefix.
const scheme = 'hmac-sha256:';

// Each hash occupies a core and its memory: more at once would only slow all of them down, and everything else.
const hashingLimit = createConcurrencyLimit({ width: 2, waiting: 100 });

/** Returns the scheme, then a PHC string with its own salt. */
export const hashPassword = async (desk: Desk, password: string): Promise<string> =>
  scheme + (await hashingLimit(() => hash(peppered(desk, password), costs[desk.config.NODE_ENV])));

/** Takes the same time if the account does not exist (`stored` is null): it verifies a decoy instead. */
export async function verifyPassword(desk: Desk, stored: string | null, password: string): Promise<PasswordCheck> {
  const decoy = await decoyFor(desk);
  const held = stored ?? decoy;
  const hasPepper = held.startsWith(scheme);
  const phc = hasPepper ? held.slice(scheme.length) : held;
  const matches = await hashingLimit(() =>
    verify(phc, hasPepper ? peppered(desk, password) : password.normalize('NFC')),
  );
  if (stored === null || !matches) return 'wrong';
  const { memoryCost, timeCost } = parseOptions(phc);
  const wanted = costs[desk.config.NODE_ENV];
  return !hasPepper || memoryCost < wanted.memoryCost || timeCost < wanted.timeCost ? 'outdated' : 'right';
}

// Pass base64 text: the package refuses to verify bytes that are not a hash.
const peppered = (desk: Desk, password: string) =>
  desk.pepper('password', password.normalize('NFC')).toString('base64');

// Awaited for known accounts too, so that not even the first sign-in of a process reveals whether an account exists.
let made: Promise<string> | undefined;
const decoyFor = (desk: Desk) => (made ??= hashPassword(desk, randomBytes(16).toString('hex')));
