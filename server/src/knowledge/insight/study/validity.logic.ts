import { quoteOf } from '../findings/finding.logic.ts';
import { valuesIn } from '../values/values.logic.ts';

const bounded = /\b(?:until|till|through|valid|ends?|ending|expires?|by|no later than|bis|gültig)\b/i;
/** Introduces a date on which something begins: "valid from 1 March 2026". */
const begins = /\b(?:from|since|as of|starting|ab|seit|vom)(?: the| on| dem)? *$/i;
const day = 86_400_000;

/** The earliest end of validity that a sentence states, as a date with a year; null if there is none. */
export function validUntil(sentences: readonly string[]): { until: Date; quote: string } | null {
  let earliest: { until: Date; quote: string } | null = null;
  for (const sentence of sentences.filter((each) => bounded.test(each))) {
    const dates = valuesIn(sentence).placed.flatMap(({ value, index }) =>
      value.kind === 'date' && value.unit === 'day' && !begins.test(sentence.slice(0, index)) ? [value] : [],
    );
    if (dates.length === 0) continue;
    // "From March 1 to March 31": the last date is the end, and that day still counts.
    const until = new Date(Math.max(...dates.map(({ amount }) => amount * 1000)) + day);
    if (!earliest || until < earliest.until) earliest = { until, quote: quoteOf(sentence) };
  }
  return earliest;
}
