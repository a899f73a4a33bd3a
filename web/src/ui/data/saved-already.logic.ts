/**
 * Whether a change is what is there already, such as after a save whose answer was lost. Only what was sent counts; the server names
 * the place of a `workspace_id` `workspace`, and takes the spaces around a name away.
 */
export function isSavedAlready(sent: unknown, now: unknown): boolean {
  if (typeof sent === 'string') return typeof now === 'string' && sent.trim() === now.trim();
  if (typeof sent !== 'object' || sent === null) return sent === (now ?? null);
  if (typeof now !== 'object' || now === null || Array.isArray(sent) !== Array.isArray(now)) return false;
  if (Array.isArray(sent) && sent.length !== Object.keys(now).length) return false;
  return Object.entries(sent).every(([name, value]) => isSavedAlready(value, memberOf(now as Members, name)));
}

type Members = Record<string, unknown>;

function memberOf(now: Members, name: string): unknown {
  if (name in now || !name.endsWith('_id')) return now[name];
  return (now[name.slice(0, -'_id'.length)] as { id?: unknown } | null | undefined)?.id;
}
