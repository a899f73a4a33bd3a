import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { findDelivery } from '../inbound/ingest.store.ts';
import { rawOf } from '../inbound/raw-files.actions.ts';
import { rawMail } from './message/parse-mail.ts';

export interface OriginalMail {
  bytes: Buffer;
  name: string;
  mediaType: string;
}

/** A mail as it arrived, or the provider's JSON if the provider did not send the mail itself; null if it is not kept. */
export async function originalMail(
  desk: Desk,
  scope: OrganizationScope,
  eventId: string,
): Promise<OriginalMail | null> {
  const kept = await inScope(desk.db, scope, (tx) => findDelivery(tx, scope, { channel: 'email', eventId }));
  const raw = kept ? await rawOf(desk, kept) : null;
  if (!kept || !raw) return null;
  const mail = rawMail(raw, kept.headers['content-type'] ?? 'message/rfc822');
  return mail
    ? { bytes: Buffer.from(mail), name: 'mail.eml', mediaType: 'message/rfc822' }
    : { bytes: raw, name: 'mail.json', mediaType: 'application/json' };
}
