import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { noteArrival } from './email/domains/round-trip.actions.ts';
import { translateEmail } from './email/translate.actions.ts';
import type { InboundRow } from './inbound/lanes.store.ts';
import { isTestEvent } from './test-events/test-mark.ts';
import { rawOf } from './inbound/raw-files.actions.ts';
import { TranslationFailed, type Translated, type TranslationContext } from './inbound/translation.ts';
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
  const raw = await rawOf(desk, row);
  if (raw === null) throw new TranslationFailed('permanent', 'raw_file_missing');
  if (row.channel === 'email') return translateEmail(desk, scope, { ...row, raw });
  const context = { raw, receivedAt: row.received_at, knownEffects };
  return helpdesks[row.channel].translate(desk, scope, context);
}
