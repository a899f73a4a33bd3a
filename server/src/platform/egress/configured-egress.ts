import type { Config } from '../config/config.ts';
import { createEgress, type Egress, type EgressOptions } from './egress.ts';
import { ownAddresses } from './own-addresses.ts';

/**
 * Creates an egress with the operator's rules. Each configured service (files, models) has its own, which trusts only that
 * service: hosts that the desk's common egress trusts can be reached with any URL that an organization enters.
 */
export const configuredEgress = (
  config: Pick<Config, 'EGRESS_ALLOW' | 'EGRESS_ALLOW_METADATA' | 'PORT' | 'DATABASE_URL'>,
  options: Pick<EgressOptions, 'trusted' | 'longestMilliseconds' | 'silenceMilliseconds'>,
): Egress =>
  createEgress({
    allow: config.EGRESS_ALLOW,
    metadata: config.EGRESS_ALLOW_METADATA === '1',
    own: ownAddresses({ port: config.PORT, databaseUrl: config.DATABASE_URL }),
    ...options,
  });
