import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { findRawEvent } from '../inbound/retention.store.ts';
import { rawMail } from './message/parse-mail.ts';

export interface OriginalMail {
  bytes: Buffer;
  mediaType: string;
  fileName: string;
}

/** A mail as it came, by the id under which its event was kept; null where none is kept (any more). */
export async function findOriginal(tx: Tx, scope: OrganizationScope, eventId: string): Promise<OriginalMail | null> {
  const event = await findRawEvent(tx, scope, { channel: 'email', eventId });
  if (!event || event.raw.length === 0) return null;
  const mediaType = event.headers['content-type'] ?? 'message/rfc822';
  const mail = rawMail(event.raw, mediaType);
  // A provider that was not asked for the raw mail sends its own description of it.
  return mail
    ? { bytes: Buffer.from(mail), mediaType: 'message/rfc822', fileName: 'message.eml' }
    : { bytes: event.raw, mediaType, fileName: 'message.json' };
}
