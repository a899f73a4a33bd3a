export interface Press {
  key: string;
  ctrl: boolean;
  meta: boolean;
  alt: boolean;
  shift: boolean;
}

/**
 * The name of a press: `j`, `?`, `ctrl+enter`. Null for a combination that belongs to the browser or the system.
 * Ctrl and Cmd are one; Shift is in the character already.
 */
export function nameOfPress({ key, ctrl, meta, alt }: Press): string | null {
  if (alt || key === 'Dead' || key === 'Unidentified') return null;
  const plain = key.length === 1 ? key.toLowerCase() : key.replace(/^Arrow/, '').toLowerCase();
  return ctrl || meta ? `ctrl+${plain}` : plain;
}

/** `g i` is one key after another; a prefix waits this long for the next. */
export const sequenceMilliseconds = 1_000;

/** What the presses so far mean to the keys that are listened to. */
export function meaningOf(
  pressed: readonly string[],
  known: readonly string[],
): { match: string | null; waits: boolean } {
  const text = pressed.join(' ');
  return { match: known.includes(text) ? text : null, waits: known.some((each) => each.startsWith(`${text} `)) };
}
