const longestQuestion = 10_000;
const names =
  'order|booking|invoice|ticket|reservation|shipment|parcel|tracking|claim|contract|bestellung|bestellnummer|rechnung|auftrag|' +
  'commande|facture|pedido|factura|ordine|fattura|bestelling|factuur';
const nearName = new RegExp(
  String.raw`(?<name>${names})[^\n\d]{0,24}?(?<reference>[A-Za-z]{0,4}-?\d{3,20})(?![\d])`,
  'i',
);
const anywhere = /(?<![\w.,:/+-])#?(?<reference>[A-Za-z]{0,4}-?\d{4,20})(?![\w]|[.,:/-]\d)/g;

/** What stands between two numbers that are both meant: signs, and the words for “and” and “or”. */
const joiners = {
  en: ['and', 'or', 'and also', 'as well as'],
  de: ['und', 'oder', 'und auch', 'sowie', 'bzw.'],
  fr: ['et', 'ou', 'et aussi', 'ainsi que'],
  es: ['y', 'o', 'y también', 'así como'],
  it: ['e', 'o', 'e anche', 'nonché'],
  nl: ['en', 'of', 'en ook', 'evenals'],
  pt: ['e', 'ou', 'e também', 'bem como'],
};
/** What stands between the first and the last of several numbers, but also before a place or a time. */
const upTo = ['to', 'till', 'bis', 'à', 'a', 'al', 'tot', 't/m', 'até'];

const oneOf = (words: readonly string[]) => words.map((word) => RegExp.escape(word)).join('|');
const listed = new RegExp(
  String.raw`^(?:\s{0,3}[,;&/+]\s{0,3}|,?\s{1,3}(?:(?<upTo>${oneOf(upTo)})|${oneOf(Object.values(joiners).flat())})\s{1,3})` +
    String.raw`(?:(?:\p{L}{1,6}\s{1,3})?(?<name>${names})\s[^\n\d]{0,12}?)?#?(?<reference>[A-Za-z]{0,4}-?\d{3,20})(?![\w])`,
  'iu',
);
const isYear = (found: string) => /^(?:19|20)\d\d$/.test(found);

/**
 * Finds the number of an order or the like: one after a word such as “order”, or else the first number that is not a year.
 * Null also for several of one form (“48213 and 48214”): what is known of one would be half an answer.
 */
export function referenceIn(text: string): string | null {
  const words = text.slice(0, longestQuestion);
  const found =
    nearName.exec(words) ?? [...words.matchAll(anywhere)].find(({ groups }) => !isYear(groups?.['reference'] ?? ''));
  const reference = found?.groups?.['reference'];
  if (!found || reference === undefined) return null;
  const next = listed.exec(words.slice(found.index + found[0].length))?.groups;
  return next && isAnother(next, { reference, name: found.groups?.['name'] }) ? null : reference;
}

type Groups = Record<string, string | undefined>;

function isAnother(next: Groups, { reference, name }: { reference: string; name: string | undefined }): boolean {
  const second = next['reference'] ?? '';
  if (second === reference || isYear(second) || !isOfOneForm(second, reference)) return false;
  // “Order 48213 and invoice 90017” is about one order.
  if (next['name'] !== undefined && next['name'].toLowerCase() !== name?.toLowerCase()) return false;
  // “Orders 48213 to 48219” are several, “order 48213 to 10115” is one that goes to a place.
  return next['upTo'] === undefined || (second > reference && second.slice(0, -2) === reference.slice(0, -2));
}

/** Whether two references are numbers of the same kind: as many digits with the same letters. */
export const isOfOneForm = (one: string, other: string): boolean => formOf(one) === formOf(other);

/** Whether the word, in lower case, says what a number is: “order”, “Rechnung”. */
export const namesReference = (word: string): boolean => namesOfReferences.has(word);
const namesOfReferences = new Set(names.split('|'));

const formOf = (reference: string) => reference.replaceAll(/\d/g, '0').toLowerCase();
