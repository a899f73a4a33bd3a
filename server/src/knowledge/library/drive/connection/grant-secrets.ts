import type { Desk } from '../../../../platform/desk.ts';
import { declareShortLived, sealedIn } from '../../../../platform/secrets/sealed-columns.ts';
import type { OrganizationScope } from '../../../../platform/database/transaction.ts';

export const { seal: sealFor, open: openFrom } = sealedIn('drive_grant', 'organization_id', [
  'client_secret_sealed',
  'access_token_sealed',
  'refresh_token_sealed',
]);
declareShortLived('drive_oauth_state.verifier_sealed');

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
