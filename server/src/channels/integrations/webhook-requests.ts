import { randomBytes } from 'node:crypto';
import type { Desk } from '../../platform/desk.ts';
import { unauthenticEvent } from '../../platform/http/errors.ts';
import { isId } from '../../platform/process/ids.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { saveIntegration } from './integrations.store.ts';
import type { HelpdeskName } from '../port/channel.logic.ts';
import { countRequest, type RefusalReason } from '../log/request-counts.ts';
import type { Receipt } from '../inbound/inbound-request.ts';

/** Used in place of a missing secret, so that every refusal takes the same time. */
export const decoySecret = randomBytes(32).toString('hex');
const noOrganization = '00000000-0000-0000-0000-000000000000';

/** The same answer for every event that is not authentic. Only the organization sees the reason, in its log. */
export function refused(desk: Desk, organization: string, channel: HelpdeskName, reason: RefusalReason) {
  countRequest(desk, { organization, channel, state: 'refused', reason });
  return unauthenticEvent();
}

/** The organization of an inbound address; a string that is no id gets an organization that does not exist. */
export const scopeOf = (organization: string): OrganizationScope => ({
  organizationId: isId(organization) ? organization : noOrganization,
});

/** Acknowledges an authentic event that needs no work: the status page still shows that the vendor can reach us. */
export async function acknowledge(desk: Desk, scope: OrganizationScope, channel: HelpdeskName): Promise<Receipt> {
  countRequest(desk, { organization: scope.organizationId, channel, state: 'ignored', reason: 'nothing_to_do' });
  await inScope(desk.db, scope, (tx) => saveIntegration(tx, scope, channel, { pinged_at: desk.clock.now() }));
  return 'ignored';
}
