import { hkdfSync } from 'node:crypto';
import type { Config } from '../../../platform/config/config.ts';

/**
 * The secret with which one organization signs its mail. Derived, so that nothing is stored and the operator's secret
 * cannot be computed from it; it changes with the operator's.
 */
export function organizationMailSecret(config: Pick<Config, 'EMAIL_INBOUND_SECRET'>, organizationId: string): string {
  const key = Buffer.from(config.EMAIL_INBOUND_SECRET.replace(/^whsec_/, ''), 'base64');
  const derived = hkdfSync('sha256', key, Buffer.alloc(0), `frontdesk inbound mail ${organizationId}`, 24);
  return `whsec_${Buffer.from(derived).toString('base64')}`;
}
