import type { Value } from '../values/value.logic.ts';
import type { Valued } from '../values/values.logic.ts';
import type { Part } from './claim.logic.ts';
import { conditionIn } from './clauses.logic.ts';

const separators = /[;,](?=\s)|\s(?:and|but|or|so that|und|aber|oder|sondern|et|mais|y|pero)\s/gi;

/** The pieces of a sentence that have values, in their order. */
export function partsOf({ placed, rest }: Valued, stems: (text: string) => Set<string>): Part[] {
  const all = placed.map(({ value }) => value);
  const ends = [...[...rest.matchAll(separators)].map((match) => match.index + match[0].length), rest.length];
  return ends.flatMap((end, at) => {
    const start = ends[at - 1] ?? 0;
    const text = rest.slice(start, end);
    const inside = placed.filter(({ index }) => index >= start && index < end).map(({ value }) => value);
    const values = onTheirDays(inside, all, text);
    const since = /\b(?:after|since) ([^,;.]*)/i.exec(text)?.[1] ?? '';
    const condition = stems(conditionIn(rest, text));
    return values.length === 0 ? [] : [{ values, subject: stems(text), condition, since: stems(since) }];
  });
}

export const isHours = ({ kind }: Value): boolean => kind === 'opens' || kind === 'closes';
const daysOf = (values: readonly Value[]): number =>
  values.reduce((days, { kind, amount }) => (kind === 'weekdays' ? days | amount : days), 0);

/** Hours on the days beside them; none on a day that is closed. "Free for two hours" has a price beside it, and is left out. */
function onTheirDays(values: readonly Value[], all: readonly Value[], text: string): Value[] {
  const days = daysOf(values) || daysOf(all);
  const dated = values.map((value) => (isHours(value) ? { ...value, days } : value));
  if (all.some(isHours)) return dated.filter(({ kind }) => kind !== 'weekdays');
  if (daysOf(values) !== 0 && /\b(?:closed|geschlossen)\b/i.test(text))
    return (['opens', 'closes'] as const).map((kind) => ({ kind, unit: 'minute', amount: 0, days }));
  const isCase = values.some(({ kind, unit }) => kind === 'duration' || (kind === 'money' && unit !== 'free'));
  return values.filter(({ unit }) => !isCase || unit !== 'free');
}
