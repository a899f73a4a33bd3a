import type { Desk } from '../../platform/desk.ts';
import { declareSealed } from '../../platform/secrets/sealed-columns.ts';
import type { HelpdeskName, IntegrationRow } from './integrations.store.ts';

export type SealedField = Extract<keyof IntegrationRow, `${string}_sealed`>;

declareSealed({
  table: 'integration',
  row: 'channel',
  columns: [
    'client_secret_sealed',
    'access_token_sealed',
    'refresh_token_sealed',
    'webhook_secret_sealed',
    'previous_webhook_secret_sealed',
  ] satisfies SealedField[],
  of: 'organization',
});

/** Seals a secret for one field of one integration; it cannot be opened for another. */
export const sealFor = (
  desk: Desk,
  { organizationId, channel }: { readonly organizationId: string; readonly channel: HelpdeskName },
  field: SealedField,
  secret: string,
): string => desk.secrets.seal(secret, { table: 'integration', row: channel, organizationId, field });

// The opened secrets of a row that is read once and used for many events (`recentIntegration`), kept as long as that row.
const opened = new WeakMap<IntegrationRow, Map<string, string>>();

/** Opens the secret in a field; null if nothing is stored. */
export function openFrom(desk: Desk, row: IntegrationRow, field: SealedField): string | null {
  const sealed = row[field];
  if (sealed === null) return null;
  const ofRow = opened.get(row) ?? new Map<string, string>();
  opened.set(row, ofRow);
  const known = ofRow.get(field);
  if (known !== undefined) return known;
  const { channel, organization_id: organizationId } = row;
  const secret = desk.secrets.open(sealed, { table: 'integration', row: channel, organizationId, field });
  ofRow.set(field, secret);
  return secret;
}
