import { translateChatdesk } from '../chatdesk/translate.ts';
import { readMail, type ReadMail } from '../email/message/read-mail.ts';
import type { Translated } from './translation.ts';

/** Bytes of strangers whose reading takes time that grows with them, sometimes faster. */
export type ReadingTask =
  | { kind: 'mail'; raw: Uint8Array; mediaType: string }
  | { kind: 'chatdesk'; raw: Uint8Array; receivedAt: Date; ourAdminId: string | null };

export interface Readings {
  mail: ReadMail | null;
  chatdesk: Translated[];
}

export async function readingOf(task: ReadingTask): Promise<Readings[ReadingTask['kind']]> {
  return task.kind === 'mail' ? readMail(task.raw, task.mediaType) : translateChatdesk(task, task.ourAdminId);
}
