export interface Press {
  key: string;
  ctrl: boolean;
  meta: boolean;
  alt: boolean;
}

/**
 * The name of a key press: `j`, `?`, `ctrl+enter`. Null for a combination that belongs to the browser or the system.
 * Ctrl and Cmd have the same name; the character already includes Shift.
 */
export function nameOfPress({ key, ctrl, meta, alt }: Press): string | null {
  if (alt || key === 'Dead' || key === 'Unidentified') return null;
  const plain = key.length === 1 ? key.toLowerCase() : key.replace(/^Arrow/, '').toLowerCase();
  return ctrl || meta ? `ctrl+${plain}` : plain;
}

/** The time in which the second key of a sequence such as `g i` must follow. */
export const sequenceMilliseconds = 1_000;

/** Matches the presses so far against the keys of the commands. */
export function meaningOf(
  pressed: readonly string[],
  known: readonly string[],
): { match: string | null; waits: boolean } {
  const text = pressed.join(' ');
  return { match: known.includes(text) ? text : null, waits: known.some((each) => each.startsWith(`${text} `)) };
}
