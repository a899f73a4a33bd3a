import type { Desk } from '../../platform/desk.ts';
import { sealedIn } from '../../platform/secrets/sealed-columns.ts';
import type { IntegrationRow } from './integrations.store.ts';

type SealedField = Extract<keyof IntegrationRow, `${string}_sealed`>;

const sealed = sealedIn('integration', 'channel', [
  'client_secret_sealed',
  'access_token_sealed',
  'refresh_token_sealed',
  'webhook_secret_sealed',
  'previous_webhook_secret_sealed',
]);

export const sealFor = sealed.seal;

// The opened secrets of a row that is read once and used for many events (`recentIntegration`), kept as long as that row.
const opened = new WeakMap<IntegrationRow, Map<SealedField, string | null>>();

/** Opens the secret in a field; null if nothing is stored. */
export function openFrom(desk: Desk, row: IntegrationRow, field: SealedField): string | null {
  const ofRow = opened.get(row) ?? new Map<SealedField, string | null>();
  opened.set(row, ofRow);
  const known = ofRow.get(field);
  if (known !== undefined) return known;
  const secret = sealed.open(desk, row, field);
  ofRow.set(field, secret);
  return secret;
}
