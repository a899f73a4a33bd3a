import type { Conversation } from '@desk/contract/conversations';

type Standing = Pick<Conversation, 'status' | 'snoozed_until'>;
type Before = Standing & Pick<Conversation, 'id'>;
type Patch = Pick<Conversation, 'status'> & { snoozed_until?: string };

/**
 * The changes, in order, that give a conversation back the status which it had before it became `to`. A snooze whose time has passed
 * meanwhile is not restored.
 */
export function stepsBack(before: Standing, to: Conversation['status'] | undefined, now: number): Patch[] {
  const { status, snoozed_until: until } = before;
  const asleep = status === 'snoozed' && until !== null && Date.parse(until) > now;
  const former: Patch = asleep ? { status, snoozed_until: until } : { status: status === 'snoozed' ? 'open' : status };
  // Spam can only be opened, and what is resolved cannot be snoozed.
  const opensFirst = former.status !== 'open' && (to === 'spam' || (to === 'resolved' && asleep));
  return opensFirst ? [{ status: 'open' }, former] : [former];
}

/** The changes, in order, that restore the statuses of conversations that were resolved; each change names all it applies to. */
export function formerStatuses(before: readonly Before[], now: number): { ids: string[]; patch: Patch }[] {
  const changes = new Map<string, { ids: string[]; patch: Patch }>();
  const steps = before
    .filter(({ status }) => status !== 'resolved')
    .map((each) => ({ id: each.id, patches: stepsBack(each, 'resolved', now) }));
  // All first steps come before any second one.
  for (const at of [0, 1]) {
    for (const { id, patches } of steps) {
      const patch = patches[at];
      if (!patch) continue;
      const key = JSON.stringify(patch);
      const change = changes.get(key) ?? { ids: [], patch };
      change.ids.push(id);
      changes.set(key, change);
    }
  }
  return [...changes.values()];
}
