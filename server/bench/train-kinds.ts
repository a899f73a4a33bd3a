/**
 * `node server/bench/train-kinds.ts moods|closings [--write] [-v]`: learns the weights of that name in
 * `support/signals/learned` from the messages in the folder of that name. What other signals learn from, and the questions and articles of
 * `bases/train`, are further messages of the first kind: they have no mood, and close nothing.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  chancesOfKinds,
  clausesIn,
  closingKinds,
  isName,
  moodKinds,
} from '../src/support/signals/learned/kinds.logic.ts';
import { featuresOf, type LearnedWeights } from '../src/platform/text/learned/softmax.logic.ts';
import { sentencesOf } from '../src/platform/text/sentences.logic.ts';
import { normalize } from '../src/support/signals/text.logic.ts';
import { readAllSets } from './corpora/sets.ts';
import { shuffled } from './measuring/intents.ts';
import { learnSoftmax, writtenWeights } from './measuring/softmax.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    verbose: { type: 'boolean', short: 'v', default: false },
    write: { type: 'boolean', default: false },
  },
});

interface Message {
  readonly text: string;
  readonly kind: string;
}

interface Subject {
  readonly kinds: readonly string[];
  /** The folders of other signals, and their labels, that are further messages of the first kind. */
  readonly besides: Readonly<Record<string, readonly string[] | 'all'>>;
  readonly weight: number;
  readonly buckets: number;
  readonly decay: number;
  /** Learn the clauses of a message alone, too, for these kinds. */
  readonly byClause: readonly string[];
  /** The least chance for each verdict. */
  readonly least: Readonly<Record<string, number>>;
}

const subjects: Record<string, Subject> = {
  moods: {
    kinds: moodKinds,
    besides: { examples: 'all', people: 'all', replies: ['other'], closings: ['greets'] },
    weight: 5,
    buckets: 24_576,
    decay: 0.0002,
    byClause: [],
    least: { angry: 0.5, negative: 0.5, positive: 0.5 },
  },
  closings: {
    kinds: closingKinds,
    besides: { examples: 'all', people: ['asks'], replies: ['unhelped'], moods: ['angry', 'unhappy', 'neutral'] },
    weight: 4,
    buckets: 32_768,
    decay: 0.0005,
    byClause: ['closes', 'greets'],
    least: { closes: 0.88, greets: 0.4, of_clause: 0.4 },
  },
};
const [name = ''] = positionals;
const subject = subjects[name];
if (!subject) throw new Error(`Name one of these: ${Object.keys(subjects).join(', ')}`);
const { kinds, byClause, buckets, decay, weight, least } = subject;

const signals = join(import.meta.dirname, '../src/support/signals/learned');
const thresholds = [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const parts = 5;

const written = shuffled(labelled(name));
const others = furtherOnes(subject);
console.log(
  written.length,
  'messages, a fifth of them left out at a time; and',
  others.length,
  'others. At least so likely:',
);
const seen = leftOut();
for (const kind of kinds.slice(1)) console.table(countsOf(kind, (chances) => chances[kind] ?? 0));
if (name === 'moods') console.table(countsOf('angry or unhappy', ({ angry = 0, unhappy = 0 }) => angry + unhappy));
if (values.verbose) for (const { text, kind, chances } of seen) console.log(kind, JSON.stringify(chances), text);
if (values.write) {
  const file = { buckets, least, ...writtenWeights(learn(written)) };
  writeFileSync(join(signals, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
}

function labelled(from: string): Message[] {
  const place = join(signals, from);
  const files = readdirSync(place).map((file): Record<string, string[]> =>
    JSON.parse(readFileSync(join(place, file), 'utf8')),
  );
  return files.flatMap((some) =>
    Object.entries(some).flatMap(([kind, texts]) => texts.map((text) => ({ text, kind }))),
  );
}

function furtherOnes({ besides }: Subject): string[] {
  const learned = Object.entries(besides).flatMap(([from, labels]) =>
    labelled(from).filter(({ kind }) => labels === 'all' || labels.includes(kind)),
  );
  const centres = readAllSets([join(import.meta.dirname, 'bases/train')]);
  const asked = centres.flatMap(({ cases }) => cases.map(({ text }) => text));
  const published = centres.flatMap(({ articles }) =>
    articles.flatMap(({ title, text }) => [title, ...sentencesOf(text)]),
  );
  return [...new Set([...learned.map(({ text }) => text), ...asked, ...published])];
}

function learn(from: readonly Message[]): LearnedWeights {
  const wholes = from.flatMap(({ text, kind }) =>
    [text, ...clausesOf(text, kind)].map((each) => ({ text: each, kind })),
  );
  const repeated = wholes.flatMap((each) => Array.from({ length: weight }, () => each));
  const further = others.map((text) => ({ text, kind: kinds[0] ?? '' }));
  const examples = [...repeated, ...further].map(({ text, kind }) => ({
    features: featuresOf(normalize(text)),
    of: kinds.indexOf(kind),
  }));
  return learnSoftmax(shuffled(examples), { buckets, classes: kinds.length, decay });
}

function clausesOf(text: string, kind: string): string[] {
  const clauses = byClause.includes(kind) ? clausesIn(text) : [];
  // A name alone is an answer of the customer: "Nora" closes nothing where "Thanks, Nora" does.
  return clauses.length > 1 ? clauses.filter((clause, at) => at === 0 || !isName(clause)) : [];
}

function leftOut() {
  return Array.from({ length: parts }, (_, part) => part).flatMap((part) => {
    const weights = learn(written.filter((_, at) => at % parts !== part));
    return written
      .filter((_, at) => at % parts === part)
      .map((message) => ({ ...message, chances: chancesOfKinds(weights, kinds, normalize(message.text)) }));
  });
}

function countsOf(looked: string, chanceIn: (chances: Readonly<Record<string, number>>) => number) {
  return thresholds.map((threshold) => {
    const above = kinds.map((kind) => {
      const some = seen.filter((each) => each.kind === kind);
      return [kind, `${some.filter(({ chances }) => chanceIn(chances) >= threshold).length} of ${some.length}`];
    });
    return { [looked]: threshold, ...Object.fromEntries(above) };
  });
}
