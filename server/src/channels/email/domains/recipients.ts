import type { Desk } from '../../../platform/desk.ts';
import { ownerOfDomain, ownerOfInbox } from './mailboxes.store.ts';

/** An envelope recipient and the organization that it belongs to. */
export interface RecipientRoute {
  organizationId: string;
  /** As in the envelope: it may carry a thread's token. */
  recipient: string;
  /** Without the plus part. */
  address: string;
  by: 'domain' | 'inbox';
}

/** One route for each organization among the recipients; a recipient with a thread token comes before the others. */
export async function routesOf(desk: Desk, recipients: readonly string[]): Promise<RecipientRoute[]> {
  const routes = new Map<string, RecipientRoute>();
  const tokenFirst = recipients.toSorted((a, b) => Number(b.includes('+t_')) - Number(a.includes('+t_')));
  for (const recipient of tokenFirst) {
    const route = await routeOf(desk, recipient);
    if (route && !routes.has(route.organizationId)) routes.set(route.organizationId, route);
  }
  return [...routes.values()];
}

async function routeOf(desk: Desk, recipient: string): Promise<RecipientRoute | null> {
  const address = recipient.replace(/\+[^@]*@/, '@');
  const [localPart = '', domain = ''] = address.split('@');
  if (domain === desk.config.EMAIL_INBOUND_DOMAIN.toLowerCase()) {
    const owner = await ownerOfInbox(desk.db, localPart);
    if (owner) return { organizationId: owner, recipient, address, by: 'inbox' };
  }
  const owner = await ownerOfDomain(desk.db, domain);
  return owner ? { organizationId: owner, recipient, address, by: 'domain' } : null;
}
