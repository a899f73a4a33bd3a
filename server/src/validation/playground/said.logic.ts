import type { Priority } from '@desk/contract/conversations';
import type { Decision } from '@desk/contract/decisions';
import type { SimulationRequest } from '@desk/contract/simulation';

interface PlaygroundEntry {
  readonly kind: 'customer' | 'ai';
  readonly text: string;
  readonly decision: Pick<Decision, 'outcome' | 'reason' | 'signals'> | null;
  readonly priority: Priority | null;
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

interface MarkedEntry extends Pick<PlaygroundEntry, 'kind' | 'text'> {
  readonly asks_back: boolean;
  readonly unproven: boolean;
}

/** The messages as the history of a simulation. */
export const asHistory = (messages: readonly MarkedEntry[]): NonNullable<SimulationRequest['history']> =>
  messages.map(({ kind, text, asks_back, unproven }) => ({
    from: kind === 'customer' ? 'customer' : 'us',
    text,
    ...(asks_back ? { asks_back } : {}),
    ...(unproven ? { unproven } : {}),
  }));

/** The question with the open ones before it, which it continues. */
export const continued = (open: readonly PlaygroundEntry[], text: string): string =>
  [...open.map((entry) => entry.text), text].join('\n\n');

/**
 * The state in which these messages leave the conversation, as a live one: it keeps tags and priority, people have it after a handover,
 * and what follows a confirmation is the next episode, which counts its own replies. `pastEntries`: how many of `history` are before it.
 */
export function stateAfter(messages: readonly PlaygroundEntry[]) {
  const { history } = saidBefore(messages);
  const isSolved = ({ decision }: PlaygroundEntry) => decision?.reason === 'confirmed';
  const pastEntries = history.findLastIndex(isSolved) + 1;
  const replies = history
    .slice(pastEntries)
    .flatMap(({ kind, decision }) => (kind === 'ai' && decision ? [decision.outcome] : []));
  const clarifications = replies.filter((outcome) => outcome === 'clarify').length;
  const last = messages.findLast(({ decision }) => decision !== null);
  const handedOver = messages.some(({ decision }) => decision?.outcome === 'escalate');
  return {
    tagIds: last?.decision?.signals.tags.map(({ id }) => id) ?? [],
    priority: last?.priority ?? ('normal' as const),
    episode: 1 + history.filter(isSolved).length,
    turns: replies.length - clarifications,
    clarifications,
    ...(handedOver ? { owner: 'human' as const } : {}),
    pastEntries,
  };
}
