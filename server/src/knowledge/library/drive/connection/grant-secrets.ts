import type { Desk } from '../../../../platform/desk.ts';
import { declareSealed, declareShortLived } from '../../../../platform/secrets/sealed-columns.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';
import type { GrantRow } from './grant.store.ts';

type SealedField = Extract<keyof GrantRow, `${string}_sealed`>;

declareSealed({
  table: 'drive_grant',
  row: 'organization_id',
  columns: ['client_secret_sealed', 'access_token_sealed', 'refresh_token_sealed'] satisfies SealedField[],
  of: 'organization',
});
declareShortLived('drive_oauth_state.verifier_sealed');

const placeOf = ({ organizationId }: OrganizationScope, field: SealedField) => ({
  table: 'drive_grant',
  row: organizationId,
  organizationId,
  field,
});

export const sealFor = (desk: Desk, scope: OrganizationScope, field: SealedField, secret: string): string =>
  desk.secrets.seal(secret, placeOf(scope, field));

/** Returns null if nothing is stored. */
export function openFrom(desk: Desk, row: GrantRow, field: SealedField): string | null {
  const sealed = row[field];
  return sealed === null ? null : desk.secrets.open(sealed, placeOf({ organizationId: row.organization_id }, field));
}

const verifierPlace = ({ organizationId }: OrganizationScope, hash: Buffer) => ({
  table: 'drive_oauth_state',
  row: hash.toString('hex'),
  organizationId,
  field: 'verifier_sealed',
});

/** Seals the PKCE verifier of an authorization. `hash` is the digest of its state. */
export const sealVerifier = (desk: Desk, scope: OrganizationScope, hash: Buffer, verifier: string): string =>
  desk.secrets.seal(verifier, verifierPlace(scope, hash));

export const openVerifier = (desk: Desk, scope: OrganizationScope, hash: Buffer, sealed: string): string =>
  desk.secrets.open(sealed, verifierPlace(scope, hash));
