import { imagesOfHtml, textOfHtml } from '../port/html-text.ts';
import { parseJson } from '../port/json.logic.ts';
import type { Translated, TranslationContext } from '../inbound/translation.ts';
import { readEvents } from './payload.logic.ts';

/** What a notification of chatdesk means; `ourAdminId` tells our own words from a colleague's. */
export function translateChatdesk({ raw, receivedAt }: TranslationContext, ourAdminId: string | null): Translated[] {
  return readEvents(parseJson(raw), { receivedAt, ourAdminId, textOf: textOfHtml, imagesOf: imagesOfHtml });
}
