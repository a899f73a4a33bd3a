import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Config } from '../platform/config.ts';
import { createGate } from './gate.ts';

/** `outdated`: right, but stored with less effort than we ask for today. */
export type Verdict = 'wrong' | 'right' | 'outdated';

// argon2id, the package's default. Memory in KiB; the floor is OWASP's, production takes what reliability.md §4.3 measured.
const floor = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const costs = { development: floor, test: floor, production: { memoryCost: 65_536, timeCost: 3, parallelism: 1 } };

// Each hash fills a core and its memory: more at once would only slow all of them, and everything else.
const gate = createGate({ width: 2, waiting: 100 });

/** A PHC string with its own salt. */
export const hashPassword = (config: Config, password: string): Promise<string> =>
  gate(() => hash(password.normalize('NFC'), costs[config.NODE_ENV]));

/** Takes the same time when there is no such account (`stored` is null): a decoy is verified in its place. */
export async function verifyPassword(config: Config, stored: string | null, password: string): Promise<Verdict> {
  const decoy = await decoyFor(config);
  const matches = await gate(() => verify(stored ?? decoy, password.normalize('NFC')));
  if (stored === null || !matches) return 'wrong';
  const { memoryCost, timeCost } = parseOptions(stored);
  const wanted = costs[config.NODE_ENV];
  return memoryCost < wanted.memoryCost || timeCost < wanted.timeCost ? 'outdated' : 'right';
}

// Awaited for known accounts too: the first sign-in of a process must not tell them apart either.
let decoy: Promise<string> | undefined;
const decoyFor = (config: Config) => (decoy ??= hashPassword(config, randomBytes(16).toString('hex')));
