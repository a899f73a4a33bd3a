/**
 * Removes invisible characters: Unicode tags, bidirectional controls, zero-width characters and soft hyphens.
 * They mean nothing to a reader, but can hide words from us or from a model (docs/promises.md, injection).
 */
export const withoutHidden = (text: string): string => text.replace(hidden, '');

const hidden = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060-\u2064\u061C\uFEFF\u00AD]/gu;

/** Whether the text contains hidden words, spelled with Unicode tags, which have no other use. */
export const hidesWords = (text: string): boolean => /[\u{E0020}-\u{E007E}]/u.test(text);

/** Patterns of instructions to a language model, in messages and documents. Match them without case. */
export const instructions: readonly string[] = [
  String.raw`\b(?:ignore|disregard|forget|override|bypass)(?: all| any| the| your| my| of| these)* ` +
    String.raw`(?:previous|prior|above|earlier|preceding|existing|system|your) ` +
    String.raw`(?:\w+ )?(?:instructions?|prompts?|rules?|messages?|guidelines?|directions?|context|programming)\b`,
  String.raw`\b(?:reveal|show|print|repeat|output|leak)(?: me)? (?:your|the) ` +
    String.raw`(?:\w+ )?(?:system prompt|system message|initial instructions|hidden instructions|api keys?)\b`,
  String.raw`\bnew (?:system )?instructions?:`,
  String.raw`\bdo anything now\b`,
  String.raw`<\|?(?:im_start|im_end|system|endoftext)\|?>`,
  String.raw`\[/?(?:system|inst)\]`,
  String.raw`\b(?:ignoriere?|vergiss)(?: alle| die| deine)* (?:vorherigen|bisherigen|obigen)? ?(?:anweisungen|regeln)\b`,
  String.raw`\bignore[rz]? (?:toutes )?(?:les|vos|tes) (?:instructions|consignes)\b`,
  String.raw`\bignor[ae] (?:todas )?(?:las|tus|le|tutte le|as|suas) (?:instrucciones|istruzioni|instru[cç][oõ]es)\b`,
  String.raw`\bnegeer (?:alle )?(?:vorige |eerdere )?instructies\b`,
];
