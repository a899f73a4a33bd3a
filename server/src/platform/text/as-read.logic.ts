/** A text for comparing: case, width and line breaks make no difference to a reader. */
export const asRead = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
