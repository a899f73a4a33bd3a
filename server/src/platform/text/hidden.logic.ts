/**
 * Removes invisible characters: Unicode tags, bidirectional controls, zero-width characters and soft hyphens.
 * They mean nothing to a reader, but can hide words from us or from a model (docs/promises.md, injection).
 */
export const withoutHidden = (text: string): string => text.replace(hidden, '');

const hidden = /[\u{E0000}-\u{E007F}\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060-\u2064\u061C\uFEFF\u00AD]/gu;

/** Whether the text contains hidden words, spelled with Unicode tags, which have no other use. */
export const hidesWords = (text: string): boolean => /[\u{E0020}-\u{E007E}]/u.test(text);
