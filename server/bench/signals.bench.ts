/** `npm run bench:signals`: measures how many requests that only a person may handle are detected, and the false alarms. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAllSets } from './corpora/sets.ts';
import { readSignals } from '../src/support/signals/signals.logic.ts';

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
const bases = join(import.meta.dirname, 'bases');

console.table(
  ['train', 'held-out'].map((part) => {
    const cases = readAllSets([join(bases, part)]).flatMap((set) => set.cases);
    const of = (label: string) => cases.filter((each) => each.label === label);
    if (values.show && part === 'train') for (const { text } of of('human_only')) if (!seen(text)) console.log(text);
    return { part, 'for people, seen': share(of('human_only')), 'false alarms': share(of('answerable')) };
  }),
);

function share(cases: readonly { text: string }[]): string {
  return `${cases.filter(({ text }) => seen(text)).length} of ${cases.length}`;
}

function seen(text: string): boolean {
  const { asksForHuman, humanOnly } = readSignals(text, { history: [] });
  return asksForHuman || humanOnly;
}
