import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Desk } from '../../platform/desk.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** `outdated`: right, but stored with less effort than we ask for today, or without the pepper. */
export type PasswordCheck = 'wrong' | 'right' | 'outdated';

// argon2id, the package's default. Memory in KiB; the floor is OWASP's, production takes what docs/promises.md, passwords measured.
const floor = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const costs = { development: floor, test: floor, production: { memoryCost: 65_536, timeCost: 3, parallelism: 1 } };

// Stands before the PHC string of what was made with the pepper. Hashes from before the pepper have nothing there.
const scheme = 'hmac-sha256:';

// Each hash fills a core and its memory: more at once would only slow all of them, and everything else.
const hashingLimit = createConcurrencyLimit({ width: 2, waiting: 100 });

/** The scheme, and a PHC string with its own salt. */
export const hashPassword = async (desk: Desk, password: string): Promise<string> =>
  scheme + (await hashingLimit(() => hash(peppered(desk, password), costs[desk.config.NODE_ENV])));

/** Takes the same time when there is no such account (`stored` is null): a decoy is verified in its place. */
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

// As text: the package refuses to verify bytes that are not a hash.
const peppered = (desk: Desk, password: string) =>
  desk.pepper('password', password.normalize('NFC')).toString('base64');

// Awaited for known accounts too: the first sign-in of a process must not tell them apart either.
let made: Promise<string> | undefined;
const decoyFor = (desk: Desk) => (made ??= hashPassword(desk, randomBytes(16).toString('hex')));
