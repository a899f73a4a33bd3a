import { instructions, withoutHidden } from '../../../../platform/text/instructions.logic.ts';

/** Finds text that looks like instructions to an AI, and characters that hide words (docs/promises.md, injection). */
export function suspiciousTextIn(text: string): { quote: string; why: 'instructions' | 'hidden' } | null {
  const hidden = invisible.exec(text);
  if (hidden) return { why: 'hidden', quote: around(withoutHidden(text), hidden.index) };
  const match = instruction.exec(text.replace(/\s+/g, ' '));
  return match ? { why: 'instructions', quote: around(text.replace(/\s+/g, ' '), match.index) } : null;
}

// Tag characters spell invisible words, and overrides reverse text. Allow single joiners: emoji and some scripts use them.
const invisible = /[\u{E0020}-\u{E007E}]|[\u202A-\u202E\u2066-\u2069]|[\u200B\u2060-\u2064\uFEFF]{3,}/u;

function around(text: string, at: number): string {
  const start = Math.max(0, text.lastIndexOf('. ', Math.max(0, at - 1)) + 1);
  return text.slice(at - start > 200 ? at - 200 : start, at + 200);
}

const instruction = new RegExp(
  [
    ...instructions,
    String.raw`\b(?:if you are|as|you are(?: now)?|note to|attention|dear|instructions? (?:to|for)) ` +
      String.raw`(?:an? |the |any )?(?:\w+ ){0,2}(?:ai|llm|language model|chat ?bot|assistant model|ai assistant)s?\b`,
    String.raw`\b(?:ai|llm|chat ?bot|language model|assistant)s? (?:must|should|shall|has to|have to|reading this)\b`,
    String.raw`\b(?:do not|never) (?:tell|mention|reveal)\b.{0,40}\b(?:to )?the (?:user|customer)\b`,
    String.raw`\byou are now (?:in |an? |the )?(?:\w+ ){0,2}(?:mode|ai|assistant|chat ?bot|model)\b`,
    String.raw`\b(?:reply|respond|answer)(?: to)? (?:all|every|any|each) ` +
      String.raw`(?:\w+ )?(?:questions?|messages?|requests?|customers?|users?) with\b`,
    String.raw`(?:^|[.!?] )(?:system|assistant) ?(?:prompt|message) ?:`,
  ].join('|'),
  'iu',
);
