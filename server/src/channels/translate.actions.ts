import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { seatOf, stopForReauth } from './integrations/connections.ts';
import { translateEmail } from './email/translate.actions.ts';
import { readAside } from './inbound/reading-aside.ts';
import type { InboundRow } from './inbound/lanes.store.ts';
import { recentIntegration, type HelpdeskName } from './integrations/integrations.store.ts';
import { openTicketdesk } from './integrations/open-helpdesk.ts';
import { translateTicketdesk } from './ticketdesk/translate.ts';
import { withCircuitBreaker } from './outbound/circuit-breaker.ts';
import { TranslationFailed, type Translated, type TranslationContext } from './inbound/translation.ts';

/** What a stored delivery means. May ask the vendor for the words. Throws `TranslationFailed`. */
export async function translate(
  desk: Desk,
  scope: OrganizationScope,
  row: InboundRow,
  knownEffects: TranslationContext['knownEffects'],
): Promise<Translated[]> {
  const context = { raw: row.raw, receivedAt: row.received_at, knownEffects };
  switch (row.channel) {
    case 'chatdesk':
      return readAside({
        kind: 'chatdesk',
        raw: row.raw,
        receivedAt: row.received_at,
        ourAdminId: await ourSeat(desk, scope, 'chatdesk'),
      });
    case 'ticketdesk':
      return stoppingOnRefusal(desk, scope, async () =>
        translateTicketdesk(
          {
            ourUserId: await ourSeat(desk, scope, 'ticketdesk'),
            open: () => openTicketdesk(desk, scope, withCircuitBreaker(desk, scope)),
          },
          context,
        ),
      );
    case 'email':
      return translateEmail(desk, scope, row);
  }
}

async function ourSeat(desk: Desk, scope: OrganizationScope, channel: HelpdeskName): Promise<string | null> {
  const row = await recentIntegration(desk.db, scope, channel);
  return row ? seatOf(row) : null;
}

async function stoppingOnRefusal(
  desk: Desk,
  scope: OrganizationScope,
  read: () => Promise<Translated[]>,
): Promise<Translated[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TranslationFailed && error.kind === 'needs_reauth')
      await stopForReauth(desk, scope, 'ticketdesk');
    throw error;
  }
}
