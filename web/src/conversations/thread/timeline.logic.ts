import type { Handover, Message } from '@desk/contract/conversations';

export type Entry =
  | { readonly kind: 'message'; readonly at: string; readonly message: Message }
  | { readonly kind: 'handover'; readonly at: string; readonly handover: Handover };

/** Messages and handovers in the order in which they happened; a handover precedes the message that announces it. */
export function timelineOf(messages: readonly Message[], handovers: readonly Handover[]): Entry[] {
  const oldest = messages[0]?.created_at ?? '';
  const entries: Entry[] = [
    ...handovers
      // A handover without the messages around it explains nothing.
      .filter(({ created_at }) => created_at >= oldest)
      .map((handover) => ({ kind: 'handover' as const, at: handover.created_at, handover })),
    ...messages.map((message) => ({ kind: 'message' as const, at: message.created_at, message })),
  ];
  return entries.sort((a, b) => (a.at === b.at ? 0 : Number(a.at > b.at) * 2 - 1));
}

/** The draft that waits for approval: the newest one, if the AI is still waiting. */
export const openDraft = (messages: readonly Message[], aiState: string | null): Message | null =>
  aiState === 'awaiting_approval' ? (messages.findLast(({ kind }) => kind === 'draft') ?? null) : null;

/** True if the markup adds something to the text part; markup of plain text adds nothing. */
export const hasFormatting = (html: string | undefined): html is string =>
  html !== undefined && /<(img|table|ul|ol|h[1-6]|a|b|strong|em|i|font|style|blockquote)[\s>]/i.test(html);
