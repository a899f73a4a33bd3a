/** Normalizes a text for comparison: ignores case, character width and line breaks. */
export const asRead = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** A name that a program or a file gives, as one line without control characters; empty if it has nothing else. */
export const inOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** A name as it is stored: in one form of Unicode, because “é” may be one sign or two. */
export const asName = (given: string): string => given.normalize('NFC').trim();
