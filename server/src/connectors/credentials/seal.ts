import type { Credentials } from '@desk/contract/connectors';
import type { Desk } from '../../platform/desk.ts';
import { declareSealed } from '../../platform/secrets/sealed-columns.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';

type SealedField = Extract<keyof ConnectorRow, `${string}_sealed`>;

declareSealed({
  table: 'connector',
  row: 'id',
  columns: ['credentials_sealed', 'previous_sealed', 'token_sealed'] satisfies SealedField[],
  of: 'organization',
});

type Of = Pick<ConnectorRow, 'organization_id' | 'id'>;

const placeOf = (of: Of, field: SealedField) => ({
  table: 'connector',
  row: of.id,
  organizationId: of.organization_id,
  field,
});

export const sealFor = (desk: Desk, of: Of, field: SealedField, secret: string): string =>
  desk.secrets.seal(secret, placeOf(of, field));

/** Returns null if nothing is stored in the field. */
export function openFrom(desk: Desk, row: ConnectorRow, field: SealedField): string | null {
  const sealed = row[field];
  return sealed === null ? null : desk.secrets.open(sealed, placeOf(row, field));
}

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
