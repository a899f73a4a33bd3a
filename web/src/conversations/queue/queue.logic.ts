import { channels, statuses, type Conversation } from '@desk/contract/conversations';

/** The queue's query parameters, as strings. */
export interface QueueSearch extends Record<string, string | undefined> {
  view?: string | undefined;
  status?: string | undefined;
  channel?: string | undefined;
  tag?: string | undefined;
  destination?: string | undefined;
  needs?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
}

export const views = ['human', 'ai', 'all', 'closed'] as const;
export type View = (typeof views)[number];

export const sorts = ['waiting_since', 'updated_at'] as const;

export const viewOf = (search: QueueSearch): View => views.find((view) => view === search.view) ?? 'human';

const oneOf = <T extends string>(known: readonly T[], given: string | undefined): T | undefined =>
  known.find((each) => each === given);

/** The query of `GET /api/conversations`. The view of people's work shows only open conversations; the other views show every state. */
export function queryOf(search: QueueSearch) {
  const view = viewOf(search);
  const needs = oneOf(['approval', 'reply'] as const, search.needs);
  const status = view === 'closed' ? 'resolved' : (oneOf(statuses, search.status) ?? usualStatus(view, search));
  return {
    limit: 50,
    // What waits for people is theirs to do in every view, even a draft, which the AI still owns.
    owner: view === 'all' || view === 'closed' || needs ? undefined : view,
    status,
    channel: oneOf(channels, search.channel),
    tag_id: search.tag,
    destination_id: search.destination,
    needs,
    q: search.q || undefined,
    sort: oneOf(sorts, search.sort) ?? defaultSort(view),
  };
}

const usualStatus = (view: View, { needs, q }: QueueSearch) =>
  view === 'human' && !needs && !q ? ('open' as const) : undefined;

// People's work begins with the longest wait; the other views begin with the latest change.
const defaultSort = (view: View) => (view === 'human' ? ('waiting_since' as const) : ('updated_at' as const));

export const filterNames = ['status', 'channel', 'tag', 'destination', 'needs', 'sort'] as const;
export const filtersOn = (search: QueueSearch): number =>
  filterNames.filter((name) => name !== 'sort' && search[name]).length;

/** The title of a conversation in lists: its subject, or its customer. */
export const titleOf = ({ subject, customer }: Pick<Conversation, 'subject' | 'customer'>): string | null =>
  subject?.trim() || customer.name || customer.email;

/**
 * The neighbour of `id` in the list. If `id` has left the list, the one beside its last place, `left`; if it was never there, the
 * first or the last one.
 */
export function neighbourOf(
  ids: readonly string[],
  { id, left = null }: { id: string | undefined; left?: number | null },
  step: 1 | -1,
): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id);
  if (at !== -1) return ids[at + step];
  if (left !== null) return step === 1 ? (ids[left] ?? ids.at(-1)) : ids[left - 1];
  return step === 1 ? ids[0] : ids.at(-1);
}

/** The ids from one row to another, in either direction; only `to` if the other one is not in the list. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [a, b] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return a === -1 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** Hides rows that arrived during reading behind a button, so that nothing moves under the pointer. */
export function splitNew<T extends { id: string }>(rows: readonly T[], known: ReadonlySet<string> | null) {
  if (!known) return { shown: rows, fresh: [] as readonly T[] };
  const firstKnown = rows.findIndex(({ id }) => known.has(id));
  const isNew = ({ id }: T, index: number) => !known.has(id) && index < firstKnown;
  return { shown: rows.filter((row, index) => !isNew(row, index)), fresh: rows.filter(isNew) };
}
