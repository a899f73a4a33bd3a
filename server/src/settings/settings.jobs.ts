import { defineJob } from '../platform/jobs/jobs.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';

/**
 * Auto-respond was switched on or off for at least one channel; a subscriber reads the current settings. `support` moves the
 * conversations.
 */
export const autoRespondChanged = defineJob<OrganizationScope>('auto-respond-changed');
