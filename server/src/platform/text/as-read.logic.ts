/** Normalizes a text for comparison: ignores case, character width and line breaks. */
export const asRead = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
