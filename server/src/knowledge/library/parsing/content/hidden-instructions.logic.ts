import { withoutHidden } from '../../../../platform/text/hidden.logic.ts';
import { instructionIn } from '../../../../platform/text/learned/instructs.logic.ts';

/** Finds text that looks like instructions to an AI, and characters that hide words (docs/promises.md, injection). */
export function suspiciousTextIn(text: string): { quote: string; why: 'instructions' | 'hidden' } | null {
  const hidden = invisible.exec(text);
  if (hidden) return { why: 'hidden', quote: around(withoutHidden(text), hidden.index) };
  const quote = instructionIn(text);
  return quote === null ? null : { why: 'instructions', quote: quote.slice(0, longestQuote) };
}

const longestQuote = 400;

// Tag characters spell invisible words, and overrides reverse text. Allow single joiners: emoji and some scripts use them.
const invisible = /[\u{E0020}-\u{E007E}]|[\u202A-\u202E\u2066-\u2069]|[\u200B\u2060-\u2064\uFEFF]{3,}/u;

function around(text: string, at: number): string {
  const start = Math.max(0, text.lastIndexOf('. ', Math.max(0, at - 1)) + 1);
  return text.slice(at - start > 200 ? at - 200 : start, at + 200);
}
