import type { Desk } from '../../../platform/desk.ts';
import { sha256 } from '../../../platform/secrets/signatures.ts';
import type { ThreadTokenKey } from './thread-token.ts';

/**
 * Identifies this installation in `X-Loop`. Derived from the key: we recognise a copy of our mail, and outsiders learn
 * nothing from it.
 */
export const loopMark = (desk: Desk): string =>
  `frontdesk-${sha256('loop-mark', desk.config.SECRET_KEY).toString('hex').slice(0, 24)}`;

/** The keys that thread tokens may be sealed with, the current one first. */
export function threadTokenKeys(desk: Desk, organizationId: string): [ThreadTokenKey, ...ThreadTokenKey[]] {
  const { SECRET_KEY, SECRET_KEY_PREVIOUS } = desk.config;
  const older = SECRET_KEY_PREVIOUS ? [{ organizationId, key: SECRET_KEY_PREVIOUS }] : [];
  return [{ organizationId, key: SECRET_KEY }, ...older];
}
