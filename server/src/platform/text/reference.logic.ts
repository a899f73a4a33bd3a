const longestQuestion = 10_000;
const nearName = new RegExp(
  String.raw`(?:order|booking|invoice|ticket|reservation|shipment|parcel|tracking|claim|contract|bestellung|bestellnummer|` +
    String.raw`rechnung|auftrag|commande|facture|pedido|factura|ordine|fattura|bestelling|` +
    String.raw`factuur)[^\n\d]{0,24}?([A-Za-z]{0,4}-?\d{3,20})(?![\d])`,
  'i',
);
const anywhere = /(?<![\w.,:/+-])#?([A-Za-z]{0,4}-?\d{4,20})(?![\w]|[.,:/-]\d)/g;

/** Finds the number of an order or the like: one after a word such as “order”, or else the first number that is not a year. */
export function referenceIn(text: string): string | null {
  const words = text.slice(0, longestQuestion);
  const named = nearName.exec(words)?.[1];
  if (named) return named;
  const found = [...words.matchAll(anywhere)].map(([, each = '']) => each);
  return found.find((each) => !/^(?:19|20)\d\d$/.test(each)) ?? null;
}
