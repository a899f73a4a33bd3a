/**
 * `node server/bench/train-sentences.ts unhelped|asks-for-human [--write] [--data DIR] [-v]`: learns the weights of that name in
 * `support/signals/learned` from the labelled sentences beside them. The requests that other signals learn from and the questions of
 * `bases/train` are sentences of the other class; `bases/held-out` and other data only count false alarms.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sentencesOf } from '../src/platform/text/sentences.logic.ts';
import { chanceIn, sentenceClasses } from '../src/support/signals/learned/sentences.logic.ts';
import { featuresOf, type LearnedWeights } from '../src/support/signals/learned/softmax.logic.ts';
import { normalize } from '../src/support/signals/text.logic.ts';
import { readAllSets } from './corpora/sets.ts';
import { shuffled } from './measuring/intents.ts';
import { learnSoftmax, writtenWeights } from './measuring/softmax.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', multiple: true, default: [] },
    others: { type: 'string', multiple: true, default: [] },
    verbose: { type: 'boolean', short: 'v', default: false },
    write: { type: 'boolean', default: false },
  },
});

interface Sentence {
  readonly text: string;
  readonly of: number;
  /** Whether it was written as an example of what is learned here. */
  readonly written: boolean;
}

interface Subject {
  /** The folder of the examples, and the label of those that are looked for; the others are labelled `other`. */
  readonly folder: string;
  readonly label: string;
  readonly threshold: number;
  readonly buckets: number;
  /** They are far fewer than other sentences, but more frequent among messages. */
  readonly weight: number;
}

const subjects: Record<string, Subject> = {
  unhelped: { folder: 'replies', label: 'unhelped', threshold: 0.75, buckets: 32_768, weight: 8 },
  'asks-for-human': { folder: 'people', label: 'asks', threshold: 0.55, buckets: 32_768, weight: 8 },
};
const [name = ''] = positionals;
const subject = subjects[name];
if (!subject) throw new Error(`Name one of these: ${Object.keys(subjects).join(', ')}`);
const { folder, label, threshold, buckets, weight } = subject;

const bases = join(import.meta.dirname, 'bases');
const heldOutBases = join(bases, 'held-out');
const signals = join(import.meta.dirname, '../src/support/signals/learned');
const size = { buckets, classes: sentenceClasses };
const thresholds = [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];

const labelled = written();
// Some requests for a person are examples of other signals, where they are of the class "other".
const known = new Set(labelled.map(({ text }) => text));
const others = [
  ...requests(),
  ...questionsOf(join(bases, 'train')),
  ...otherSentences(values.others.flatMap(linesOf)),
].filter(({ text }) => !known.has(text));
const sentences = shuffled([...labelled, ...others]);
console.log(sentences.length, 'sentences, a tenth of the written ones left out at a time:');
console.table(heldOut());
const learned = learn(sentences);
for (const place of [heldOutBases, ...values.data]) {
  const asked = questionsOf(place);
  const alarms = asked.filter(({ text }) => chanceIn(learned, normalize(text)) >= threshold);
  console.log(
    `${place}: ${alarms.length} of ${asked.length} sentences`,
    alarms.map(({ text }) => text),
  );
}
if (values.write) {
  const file = { buckets, threshold, ...writtenWeights(learned) };
  writeFileSync(join(signals, `${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
}

function filesOf(from: string): Record<string, string[]>[] {
  const place = join(signals, from);
  return readdirSync(place).map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')));
}

function written(): Sentence[] {
  return filesOf(folder).flatMap(({ [label]: wanted = [], other = [] }) => [
    ...wanted.map((text) => ({ text, of: 1, written: true })),
    ...other.map((text) => ({ text, of: 0, written: true })),
  ]);
}

function otherSentences(texts: readonly string[]): Sentence[] {
  return texts.flatMap((text) => sentencesOf(text).map((sentence) => ({ text: sentence, of: 0, written: false })));
}

function requests(): Sentence[] {
  return filesOf('examples').flatMap((kinds) => otherSentences(Object.values(kinds).flat()));
}

function linesOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line).text);
}

function questionsOf(folder: string): Sentence[] {
  const sets = readAllSets([folder]);
  return otherSentences(sets.flatMap(({ cases }) => cases.map(({ text }) => text)));
}

function learn(from: readonly Sentence[]): LearnedWeights {
  const examples = from.map(({ text, of }) => ({ features: featuresOf(normalize(text)), of }));
  const repeated = examples.flatMap((each) => Array.from({ length: each.of === 1 ? weight : 1 }, () => each));
  return learnSoftmax(shuffled(repeated), size);
}

function heldOut() {
  const isOut = (at: number, tenth: number, { written }: Sentence) => written && at % 10 === tenth;
  const seen = Array.from({ length: 10 }, (_, tenth) => tenth).flatMap((tenth) => {
    const weights = learn(sentences.filter((sentence, at) => !isOut(at, tenth, sentence)));
    return sentences
      .filter((sentence, at) => isOut(at, tenth, sentence))
      .map((sentence) => ({ ...sentence, chance: chanceIn(weights, normalize(sentence.text)) }));
  });
  if (values.verbose)
    for (const { text, of, chance } of seen)
      if (chance >= threshold !== (of === 1)) console.log(chance.toFixed(2), of, text);
  return thresholds.map((least) => {
    const above = (among: typeof seen) => `${among.filter(({ chance }) => chance >= least).length} of ${among.length}`;
    return {
      threshold: least,
      [label]: above(seen.filter(({ of }) => of === 1)),
      'false alarms': above(seen.filter(({ of }) => of === 0)),
    };
  });
}
