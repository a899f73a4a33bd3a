import type { Config } from '../config/config.ts';
import { createEgress, type Egress, type EgressOptions } from './egress.ts';
import { ownAddresses } from './own-addresses.ts';

/**
 * A way out under the operator's rules. A service that the configuration names (files, models) has one of its own, trusted for
 * it alone: what is trusted by the desk's common one can be asked through every address that an organization may enter.
 */
export const configuredEgress = (
  config: Pick<Config, 'EGRESS_ALLOW' | 'EGRESS_ALLOW_METADATA' | 'PORT' | 'DATABASE_URL'>,
  options: Pick<EgressOptions, 'trusted' | 'longestMs' | 'silenceMs'>,
): Egress =>
  createEgress({
    allow: config.EGRESS_ALLOW,
    metadata: config.EGRESS_ALLOW_METADATA === '1',
    own: ownAddresses({ port: config.PORT, databaseUrl: config.DATABASE_URL }),
    ...options,
  });
