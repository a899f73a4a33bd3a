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

interface MarkedEntry extends Pick<PlaygroundEntry, 'kind' | 'text' | 'decision'> {
  readonly asks_back: boolean;
  readonly unproven: boolean;
}

type History = NonNullable<SimulationRequest['history']>;

/** The messages as the history of a simulation, after the given one. All before the last confirmation is of past episodes. */
export function asHistory(given: History, messages: readonly MarkedEntry[]): History {
  const solvedAt = messages.findLastIndex(isSolved);
  const said = messages.map(({ kind, text, asks_back, unproven }, at) => ({
    from: kind === 'customer' ? ('customer' as const) : ('us' as const),
    text,
    ...(asks_back ? { asks_back } : {}),
    ...(unproven ? { unproven } : {}),
    ...(at <= solvedAt ? { past_episode: true } : {}),
  }));
  const before = solvedAt === -1 ? given : given.map((each) => ({ ...each, past_episode: true }));
  return [...before, ...said];
}

const isSolved = ({ decision }: Pick<PlaygroundEntry, 'decision'>) => decision?.reason === 'confirmed';

/** The question with the open ones before it, which it continues. */
export const continued = (open: readonly PlaygroundEntry[], text: string): string =>
  [...open.map((entry) => entry.text), text].join('\n\n');

/**
 * The state in which these messages leave the conversation, as a live one: it keeps tags and priority, people have it after a handover,
 * and what follows a confirmation is the next episode, which counts its own replies. `answered` is absent if we have said nothing.
 */
export function stateAfter(messages: readonly PlaygroundEntry[]) {
  const { history } = saidBefore(messages);
  const replies = history
    .slice(history.findLastIndex(isSolved) + 1)
    .flatMap(({ kind, decision }) => (kind === 'ai' && decision ? [decision.outcome] : []));
  const clarifications = replies.filter((outcome) => outcome === 'clarify').length;
  const last = messages.findLast(({ decision }) => decision !== null);
  const lastWords = history.findLast(({ kind }) => kind === 'ai');
  const handedOver = messages.some(({ decision }) => decision?.outcome === 'escalate');
  return {
    tagIds: last?.decision?.signals.tags.map(({ id }) => id) ?? [],
    priority: last?.priority ?? ('normal' as const),
    episode: 1 + history.filter(isSolved).length,
    turns: replies.length - clarifications,
    clarifications,
    ...(handedOver ? { owner: 'human' as const } : {}),
    answered: lastWords && lastWords.decision?.outcome !== 'escalate',
  };
}
