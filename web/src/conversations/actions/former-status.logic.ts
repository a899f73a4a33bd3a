import type { Conversation } from '@desk/contract/conversations';

type Standing = Pick<Conversation, 'status' | 'snoozed_until'>;
type Before = Standing & Pick<Conversation, 'id'>;
type Patch = Pick<Conversation, 'status'> & { snoozed_until?: string };

const isAsleep = ({ status, snoozed_until: until }: Standing, now: number): boolean =>
  status === 'snoozed' && until !== null && Date.parse(until) > now;

/** The changes, in order, that give a conversation back the status which it had before it became `to`. */
export function stepsBack(before: Standing, to: Conversation['status'] | undefined, now: number): Patch[] {
  const { status, snoozed_until: until } = before;
  const asleep = isAsleep(before, now);
  const former: Patch =
    asleep && until ? { status, snoozed_until: until } : { status: status === 'snoozed' ? 'open' : status };
  // Spam can only be opened, and what is resolved cannot be snoozed.
  const opensFirst = former.status !== 'open' && (to === 'spam' || (to === 'resolved' && asleep));
  return opensFirst ? [{ status: 'open' }, former] : [former];
}

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
  for (const each of before)
    if (isAsleep(each, now) && each.snoozed_until)
      add(each.id, { status: each.status, snoozed_until: each.snoozed_until });
  return [...changes.values()];
}
