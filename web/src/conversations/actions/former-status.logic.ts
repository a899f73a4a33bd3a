import type { Conversation } from '@desk/contract/conversations';

type Before = Pick<Conversation, 'id' | 'status' | 'snoozed_until'>;
type Patch = Pick<Conversation, 'status'> & { snoozed_until?: string };

/**
 * The changes, in order, that restore the statuses of conversations that were resolved. A snooze whose time has passed meanwhile is
 * not restored; any other one begins with opening the conversation, since a resolved one cannot be snoozed.
 */
export function formerStatuses(before: readonly Before[], now: number): { ids: string[]; patch: Patch }[] {
  const changes = new Map<string, { ids: string[]; patch: Patch }>();
  const add = (id: string, patch: Patch) => {
    const key = JSON.stringify(patch);
    const change = changes.get(key) ?? { ids: [], patch };
    change.ids.push(id);
    changes.set(key, change);
  };
  for (const { id, status } of before)
    if (status !== 'resolved') add(id, { status: status === 'snoozed' ? 'open' : status });
  for (const { id, status, snoozed_until: until } of before)
    if (status === 'snoozed' && until && Date.parse(until) > now) add(id, { status, snoozed_until: until });
  return [...changes.values()];
}
