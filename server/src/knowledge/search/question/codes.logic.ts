/**
 * The codes in a text: "E3", "P-2626", "ERR_502", as displays show them and tables list them. Letters come first, so "13th" and "5kg"
 * are none. In lower case, without what joins their parts.
 */
export const codesIn = (text: string): Set<string> =>
  new Set([...text.normalize('NFKC').matchAll(code)].map(([found]) => found.toLowerCase().replace(/[-_]/g, '')));

const code = /(?<![\p{L}\p{N}_-])\p{L}{1,5}[-_]?\p{N}{1,6}\p{L}?(?![\p{L}\p{N}_-])/gu;
