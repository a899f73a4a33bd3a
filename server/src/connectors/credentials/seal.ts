import type { Credentials } from '@desk/contract/connectors';
import type { Desk } from '../../platform/desk.ts';
import { sealedIn } from '../../platform/secrets/sealed-columns.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';

export const { seal: sealFor, open: openFrom } = sealedIn('connector', 'id', [
  'credentials_sealed',
  'previous_sealed',
  'token_sealed',
]);

export const openCredentials = (
  desk: Desk,
  row: ConnectorRow,
  field: 'credentials_sealed' | 'previous_sealed',
): Credentials => JSON.parse(openFrom(desk, row, field) ?? '{}') as Credentials;

/** Keyed with the pepper, so that nobody can guess a short password from its fingerprint. */
export const fingerprintOf = (desk: Desk, credentials: Credentials): string =>
  desk
    .pepper(
      'connector credentials',
      JSON.stringify(Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    )
    .toString('hex')
    .slice(0, 12);
