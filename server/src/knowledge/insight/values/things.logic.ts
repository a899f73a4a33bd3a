import type { Measure } from './value.logic.ts';

/** Counted things, by the words that follow the number: which of them is the noun, nobody says. Null: no thing follows. */
export function thing(amount: number, words = ''): Measure | null {
  const nouns = words.toLowerCase().split(' ');
  const end = nouns.findIndex((noun) => noThing.has(noun));
  const unit = (end < 0 ? nouns : nouns.slice(0, end)).map(singular).join(' ');
  return unit === '' ? null : { kind: 'amount', unit, amount };
}

const noThing = new Set(
  `the and for with per are was were will can may you your our but not from that this has have have had before after when until
   each every into while than then more less other others und oder der die das von mit pro ist sind`.split(/\s+/),
);

const singular = (noun: string) => noun.replace(/(?<=\p{L}{3})s$/u, '');
