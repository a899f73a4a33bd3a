import { basename, dirname } from 'node:path';
import { seeded } from './measures.ts';
import { type BenchSet, lines } from '../corpora/sets.ts';

const asked = 6;

/**
 * Makes a list of frequently asked questions from questions with intents (`{text,intent}` per line): each intent becomes an
 * article with the intent's name as title and one question as text; six other questions are asked.
 */
export function intentSet(file: string): BenchSet {
  const random = seeded(5);
  const byIntent = Map.groupBy(lines<{ text: string; intent: string }>(file), ({ intent }) => intent);
  const set: BenchSet = { name: basename(dirname(file)), articles: [], cases: [] };
  for (const [intent, said] of byIntent) {
    const texts = [...new Set(said.map(({ text }) => text))].map((text) => ({ text, order: random() }));
    const [own, ...others] = texts.toSorted((one, other) => one.order - other.order).map(({ text }) => text);
    const name = intent.replaceAll('_', ' ');
    set.articles.push({ id: intent, title: name.charAt(0).toUpperCase() + name.slice(1), text: own ?? '' });
    for (const [at, text] of others.slice(0, asked).entries())
      set.cases.push({ id: `${intent}-${at}`, text, label: 'answerable', relevant: { [intent]: 1 } });
  }
  return set;
}
