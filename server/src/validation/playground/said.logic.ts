import type { Outcome } from '@desk/contract/decisions';

interface PlaygroundEntry {
  readonly kind: 'customer' | 'ai';
  readonly text: string;
  readonly decision: { readonly outcome: Outcome } | null;
}

/** Whether a live conversation would keep the reply for approval: nobody has said it to the customer. */
const isDraft = (entry: PlaygroundEntry | undefined): boolean =>
  entry?.kind === 'ai' && entry.decision?.outcome === 'draft';

/** Divides earlier messages as a live conversation does: `open` are the questions to which there are only drafts, `history` is the rest. */
export function saidBefore<Entry extends PlaygroundEntry>(messages: readonly Entry[]) {
  let start = messages.length;
  // A reply directly follows its question.
  while (isDraft(messages[start - 1])) start = Math.max(0, start - 2);
  const spoken = (entries: readonly Entry[]) => entries.filter((entry) => !isDraft(entry));
  return { open: spoken(messages.slice(start)), history: spoken(messages.slice(0, start)) };
}

/** The question with the open ones before it, which it continues. */
export const continued = (open: readonly PlaygroundEntry[], text: string): string =>
  [...open.map((entry) => entry.text), text].join('\n\n');
