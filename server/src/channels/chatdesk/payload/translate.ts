import { imagesOfHtml, textOfHtml } from '../../port/html-text.ts';
import { withSafeHtml } from '../../port/safe-html.ts';
import { wordsOfHtml } from '../../email/message/read-mail.ts';
import { parseJson } from '../../port/json.logic.ts';
import type { Translated, TranslationContext } from '../../inbound/translation.ts';
import { readEvents } from './payload.logic.ts';

/** Translates a notification of chatdesk; `ourAdminId` separates our own messages from a colleague's. */
export function translateChatdesk(
  { raw, receivedAt }: Pick<TranslationContext, 'raw' | 'receivedAt'>,
  ourAdminId: string | null,
): Translated[] {
  const context = { receivedAt, ourAdminId, textOf: textOfHtml, newWordsOf: wordsOfHtml, imagesOf: imagesOfHtml };
  return readEvents(parseJson(raw), context).map(({ event, effect }) => ({
    event: withSafeHtml(event),
    effect,
  }));
}
