import type { Handover, Message } from '@desk/contract/conversations';

export type Entry =
  | { readonly kind: 'message'; readonly at: string; readonly message: Message }
  | { readonly kind: 'handover'; readonly at: string; readonly handover: Handover };

/** Messages and changes of hands in the order in which they happened; a handover comes before the words that tell of it. */
export function timelineOf(messages: readonly Message[], handovers: readonly Handover[]): Entry[] {
  const oldest = messages[0]?.created_at ?? '';
  const entries: Entry[] = [
    ...handovers
      // Without the messages around it a change of hands explains nothing.
      .filter(({ created_at }) => created_at >= oldest)
      .map((handover) => ({ kind: 'handover' as const, at: handover.created_at, handover })),
    ...messages.map((message) => ({ kind: 'message' as const, at: message.created_at, message })),
  ];
  return entries.sort((a, b) => (a.at === b.at ? 0 : Number(a.at > b.at) * 2 - 1));
}

/** The draft that waits for approval: the newest one, while the AI still waits for somebody. */
export const openDraft = (messages: readonly Message[], aiState: string | null): Message | null =>
  aiState === 'awaiting_approval' ? (messages.findLast(({ kind }) => kind === 'draft') ?? null) : null;

/** Mail brings markup that its text part lacks; plain text as markup tells nothing new. */
export const hasFormatting = (html: string | undefined): html is string =>
  html !== undefined && /<(img|table|ul|ol|h[1-6]|a|b|strong|em|i|font|style|blockquote)[\s>]/i.test(html);
