import { translateChatdesk } from '../chatdesk/payload/translate.ts';
import { authenticityOf, type SenderClaims } from '../email/message/authenticity.ts';
import { resolverOf } from '../email/domains/name-servers.ts';
import { readMail, type ReadMail } from '../email/message/read-mail.ts';
import { safeHtml } from '../port/safe-html.ts';
import type { Authenticity } from '../port/channel.logic.ts';
import type { Translated } from '../inbound/translation.ts';

/** Input from strangers. The time to parse it grows with its size, sometimes faster. */
export type ReadingTask =
  | { kind: 'mail'; raw: Uint8Array; mediaType: string }
  | { kind: 'html'; raw: Uint8Array }
  | {
      kind: 'authenticity';
      raw: Uint8Array;
      mail: SenderClaims;
      relay: string;
      nameServers: string;
      timeoutMilliseconds: number;
    }
  | { kind: 'chatdesk'; raw: Uint8Array; receivedAt: Date; ourAdminId: string | null };

export interface Readings {
  mail: ReadMail | null;
  /** Sanitized. */
  html: string;
  authenticity: Authenticity;
  chatdesk: Translated[];
}

export async function readingOf(task: ReadingTask): Promise<Readings[ReadingTask['kind']]> {
  switch (task.kind) {
    case 'mail':
      return readMail(task.raw, task.mediaType);
    case 'html':
      return safeHtml(new TextDecoder().decode(task.raw));
    case 'authenticity':
      return authenticityOf(task.raw, task.mail, { ...task, resolve: resolverOf({ DNS_SERVERS: task.nameServers }) });
    case 'chatdesk':
      return translateChatdesk(task, task.ourAdminId);
  }
}
