import { onTheirDays } from '../values/calendar.logic.ts';
import { free, type Value } from '../values/value.logic.ts';
import type { Placed, Valued } from '../values/values.logic.ts';

/** A piece of a sentence that states values of its own: "8 % on consoles" beside "12 % on games". */
export interface Piece {
  text: string;
  values: Value[];
}

interface Stretch {
  text: string;
  placed: Placed[];
}

const separators = /[;,](?=\s)|\s(?:and|but|or|so that|und|aber|oder|sondern|et|mais|y|pero)\s/gi;

/** The pieces of a sentence that state values, in their order; days go with the hours beside them. */
export function piecesOf({ placed, rest }: Valued): Piece[] {
  const stretches = joined(stretchesOf(rest, placed)).filter((stretch) => stretch.placed.length > 0);
  return stretches.map(({ text, placed: inside }) => {
    const values = onTheirDays(
      inside.map(({ value }) => value),
      text,
    );
    return { text, values: isInACase(values) ? values.filter((value) => !isFree(value)) : values };
  });
}

const isFree = (value: Value) => value.kind === 'money' && value.unit === free;

// "Free for two hours" and "free above $50" have a price beside them.
const isInACase = (values: readonly Value[]) =>
  values.some(isFree) &&
  values.some((value) => value.kind === 'duration' || (value.kind === 'money' && !isFree(value)));

// Values have become blanks: "between 9 and 5" is no separator any more.
function stretchesOf(rest: string, placed: readonly Placed[]): Stretch[] {
  const ends = [...rest.matchAll(separators)].map((match) => match.index + match[0].length);
  return [...ends, rest.length].map((end, at) => {
    const start = at === 0 ? 0 : (ends[at - 1] ?? 0);
    return { text: rest.slice(start, end), placed: placed.filter(({ index }) => index >= start && index < end) };
  });
}

// "Monday to Friday, 9:00 to 18:00": a stretch of days alone belongs to the hours behind it, or to those before.
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const each of stretches) {
    const last = all.at(-1);
    const belongs = last && ((isDays(last) && isHours(each)) || (isDays(each) && isHours(last) && !hasDays(last)));
    if (!belongs) all.push(each);
    else all[all.length - 1] = { text: last.text + each.text, placed: [...last.placed, ...each.placed] };
  }
  return all;
}

const hasDays = ({ placed }: Stretch) => placed.some(({ value }) => value.kind === 'weekdays');
const isDays = (stretch: Stretch) =>
  hasDays(stretch) && !isHours(stretch) && !/\bclosed|geschlossen\b/i.test(stretch.text);
const isHours = ({ placed }: Stretch) => placed.some(({ value }) => value.kind === 'hours');
