const longestQuestion = 10_000;
const nearName = new RegExp(
  String.raw`(?:order|booking|invoice|ticket|reservation|shipment|parcel|tracking|claim|contract|bestellung|bestellnummer|` +
    String.raw`rechnung|auftrag|commande|facture|pedido|factura|ordine|fattura|bestelling|` +
    String.raw`factuur)[^\n\d]{0,24}?([A-Za-z]{0,4}-?\d{3,20})(?![\d])`,
  'i',
);
const anywhere = /(?<![\w.,:/+-])#?([A-Za-z]{0,4}-?\d{4,20})(?![\w]|[.,:/-]\d)/g;

// Right after a number: a sign or one short word, such as “and”, and another number.
const listed = /^(?:\s{0,3}[,;&/+]\s{0,3}|,?\s{1,3}\p{L}{1,4}\s{1,3})#?([A-Za-z]{0,4}-?\d{3,20})(?![\w])/u;
const isYear = (found: string) => /^(?:19|20)\d\d$/.test(found);

/**
 * Finds the number of an order or the like: one after a word such as “order”, or else the first number that is not a year.
 * Null also for several of one form (“48213 and 48214”): what is known of one would be half an answer.
 */
export function referenceIn(text: string): string | null {
  const words = text.slice(0, longestQuestion);
  const found = nearName.exec(words) ?? [...words.matchAll(anywhere)].find(([, each = '']) => !isYear(each));
  if (!found) return null;
  const [whole, reference = ''] = found;
  const next = listed.exec(words.slice(found.index + whole.length))?.[1];
  const isOneOfSeveral =
    next !== undefined && next !== reference && !isYear(next) && formOf(next) === formOf(reference);
  return isOneOfSeveral ? null : reference;
}

const formOf = (reference: string) => reference.replaceAll(/\d/g, '0').toLowerCase();
