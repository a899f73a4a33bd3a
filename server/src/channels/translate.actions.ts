import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { noteArrival } from './email/domains/round-trip.actions.ts';
import { translateEmail } from './email/translate.actions.ts';
import type { InboundRow } from './inbound/lanes.store.ts';
import { isTestEvent } from './test-events/test-mark.ts';
import type { Translated, TranslationContext } from './inbound/translation.ts';
import { helpdesks } from './vendors.ts';
import { english } from '../platform/words/sentence.logic.ts';

/** Translates a stored delivery into events. May fetch the message from the vendor. Throws `TranslationFailed`. */
export async function translate(
  desk: Desk,
  scope: OrganizationScope,
  row: InboundRow,
  knownEffects: TranslationContext['knownEffects'],
): Promise<Translated[]> {
  if (isTestEvent(desk, scope, row.provider_event_id)) {
    if (row.channel === 'email') await noteArrival(desk, scope, { event: row.provider_event_id, at: row.received_at });
    return [{ event: { kind: 'ignored', why: english`a test event of this desk` }, effect: null }];
  }
  if (row.channel === 'email') return translateEmail(desk, scope, row);
  const context = { raw: row.raw, receivedAt: row.received_at, knownEffects };
  return helpdesks[row.channel].translate(desk, scope, context);
}
