import { randomBytes } from 'node:crypto';
import type { Desk } from '../../platform/desk.ts';
import { sealedIn } from '../../platform/secrets/sealed-columns.ts';
import type { EndpointRow } from './endpoints.store.ts';

const sealed = sealedIn('webhook_endpoint', 'id', ['secret_sealed', 'former_secrets_sealed']);

export const sealSecret = sealed.seal;

/** In the form of Standard Webhooks: 32 random bytes. */
export const freshSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

interface FormerSecret {
  secret: string;
  /** As ISO 8601. */
  until: string;
}

const overlapMilliseconds = 24 * 3_600_000;
const mostFormer = 3;

/** The columns for a new secret. Each replaced secret signs for one more day, even if another replacement follows. */
export function rotated(desk: Desk, row: EndpointRow, secret: string) {
  const until = new Date(desk.clock.now().getTime() + overlapMilliseconds);
  const former = [
    { secret: sealed.open(desk, row, 'secret_sealed'), until: until.toISOString() },
    ...formerSecrets(desk, row),
  ];
  return {
    secret_sealed: sealSecret(desk, row, 'secret_sealed', secret),
    former_secrets_sealed: sealSecret(desk, row, 'former_secrets_sealed', JSON.stringify(former.slice(0, mostFormer))),
    former_secrets_until: until,
  };
}

/** The secrets that sign now: the current one, and those that it has replaced within a day, the newest first. */
export const signingSecrets = (desk: Desk, row: EndpointRow): string[] => [
  sealed.open(desk, row, 'secret_sealed'),
  ...formerSecrets(desk, row).map(({ secret }) => secret),
];

function formerSecrets(desk: Desk, row: EndpointRow): FormerSecret[] {
  // The cast is safe: `rotated` wrote this.
  const former = JSON.parse(sealed.open(desk, row, 'former_secrets_sealed') ?? '[]') as FormerSecret[];
  return former.filter(({ until }) => new Date(until) > desk.clock.now());
}
