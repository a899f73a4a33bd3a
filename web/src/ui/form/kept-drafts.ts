const prefix = 'frontdesk.draft';
const keepDays = 30;

/** The storage key of a person's unsent text in a form of a thing. The next person at this browser does not see it. */
export const draftKey = (author: { organizationId: string; userId: string }, thingId: string, form: string): string =>
  `${prefix}:${author.organizationId}:${author.userId}:${thingId}:${form}`;

export const readDraft = (key: string): string => textOf(localStorage.getItem(key));

/** The text in a stored draft. */
export function textOf(stored: string | null): string {
  try {
    const kept: unknown = JSON.parse(stored ?? 'null');
    if (typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string') return kept.text;
  } catch {
    // Written by an older version, or truncated: there is no text to show.
  }
  return '';
}

/** Stores the text until it is sent or emptied. Returns false if storage is full; the text on the screen is not lost. */
export function keepDraft(key: string, text: string): boolean {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ text, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/** The stored keys that begin like this. */
export const keysFrom = (start: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(start));

/** Deletes drafts that were not changed for a month. */
export function sweepDrafts(now: number): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(`${prefix}:`)) continue;
    const at = Number(/"at":(\d+)/.exec(localStorage.getItem(key) ?? '')?.[1] ?? 0);
    if (now - at > keepDays * 86_400_000) localStorage.removeItem(key);
  }
}
