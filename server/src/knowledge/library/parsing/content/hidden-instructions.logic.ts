/** Passages that speak to a machine instead of to a reader, and characters that hide words (docs/promises.md, injection). */
export function suspiciousTextIn(text: string): { quote: string; why: 'instructions' | 'hidden' } | null {
  const hidden = invisible.exec(text);
  if (hidden) return { why: 'hidden', quote: around(visible(text), hidden.index) };
  const match = instruction.exec(text.replace(/\s+/g, ' '));
  return match ? { why: 'instructions', quote: around(text.replace(/\s+/g, ' '), match.index) } : null;
}

// Tags spell words nobody sees; overrides turn them round; single joiners are part of emoji and of some scripts.
const invisible = /[\u{E0020}-\u{E007E}]|[\u202A-\u202E\u2066-\u2069]|[\u200B\u2060-\u2064\uFEFF]{3,}/u;

const visible = (text: string) =>
  text.replace(/[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060-\u2064\uFEFF]/gu, '');

function around(text: string, at: number): string {
  const start = Math.max(0, text.lastIndexOf('. ', Math.max(0, at - 1)) + 1);
  return text.slice(at - start > 200 ? at - 200 : start, at + 200);
}

const instruction = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override|bypass)(?: all| any| the| your| my| of| these)* (?:previous|prior|above|earlier|preceding|existing|system|your) (?:\w+ )?(?:instructions?|prompts?|rules?|messages?|guidelines?|directions?|context|programming)\b`,
    String.raw`\b(?:if you are|as|you are(?: now)?|note to|attention|dear|instructions? (?:to|for)) (?:an? |the |any )?(?:\w+ ){0,2}(?:ai|llm|language model|chat ?bot|assistant model|ai assistant)s?\b`,
    String.raw`\b(?:ai|llm|chat ?bot|language model|assistant)s? (?:must|should|shall|has to|have to|reading this)\b`,
    String.raw`\b(?:reveal|show|print|repeat|output|leak)(?: me)? (?:your|the) (?:\w+ )?(?:system prompt|system message|initial instructions|hidden instructions|api keys?)\b`,
    String.raw`\b(?:do not|never) (?:tell|mention|reveal)\b.{0,40}\b(?:to )?the (?:user|customer)\b`,
    String.raw`\bnew (?:system )?instructions?:`,
    String.raw`\bdo anything now\b`,
    String.raw`\byou are now (?:in |an? |the )?(?:\w+ ){0,2}(?:mode|ai|assistant|chat ?bot|model)\b`,
    String.raw`\b(?:reply|respond|answer)(?: to)? (?:all|every|any|each) (?:\w+ )?(?:questions?|messages?|requests?|customers?|users?) with\b`,
    String.raw`<\|?(?:im_start|im_end|system|endoftext)\|?>`,
    String.raw`\[/?(?:system|inst)\]`,
    String.raw`(?:^|[.!?] )(?:system|assistant) ?(?:prompt|message) ?:`,
    String.raw`\b(?:ignoriere?|vergiss)(?: alle| die| deine)* (?:vorherigen|bisherigen|obigen)? ?(?:anweisungen|regeln)\b`,
    String.raw`\bignore[rz]? (?:toutes )?(?:les|vos|tes) (?:instructions|consignes)\b`,
    String.raw`\bignor[ae] (?:todas )?(?:las|tus|le|tutte le|as|suas) (?:instrucciones|istruzioni|instruções)\b`,
  ].join('|'),
  'iu',
);
