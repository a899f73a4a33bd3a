import { suspiciousTextIn } from '../library/parsing/content/hidden-instructions.logic.ts';

/** Some 100 bytes each, so one megabyte. */
const mostKept = 10_000;
const kept = new Map<string, boolean>();

/**
 * Whether the text of a passage instructs a machine. Judging 900 characters takes about a millisecond, and an answer judges several
 * passages. The text of a passage never changes, so each process judges it once.
 */
export function isWrittenForMachines(id: string, text: string): boolean {
  const known = kept.get(id);
  if (known !== undefined) return known;
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
  const isWritten = suspiciousTextIn(text) !== null;
  kept.set(id, isWritten);
  return isWritten;
}
