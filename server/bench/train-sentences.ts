/**
 * `node server/bench/train-sentences.ts unhelped|asks-for-human|attachments|instructions|absence [--write] [--data DIR] [--others FILE]
 * [-v]`: learns the weights of that name from the labelled sentences beside them. What other signals learn from, `bases/train`, and the
 * texts of other files are sentences of the other class; `bases/held-out` and other data only count false alarms.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sentencesOf } from '../src/platform/text/sentences.logic.ts';
import { beginningOf } from '../src/channels/email/message/learned/absence.logic.ts';
import { sentencesAndLinesOf } from '../src/platform/text/learned/instructs.logic.ts';
import { chanceIn, sentenceClasses, stretchesOf } from '../src/platform/text/learned/sentences.logic.ts';
import { featuresOf, type LearnedWeights } from '../src/platform/text/learned/softmax.logic.ts';
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
  readonly decay?: number;
  /** The examples are far fewer than other sentences, but more frequent among messages. */
  readonly weight: number;
  readonly weightOfOther?: number;
  /** The folders of other signals whose sentences are of the other class. */
  readonly besides: readonly string[];
  /** What of an example is read. */
  readonly read?: (text: string) => string;
  /** How often the parts of passages count as sentences of the other class. Above 0, the signal reads passages too. */
  readonly weightOfPassages?: number;
}

const server = join(import.meta.dirname, '../src');
const signals = join(server, 'support/signals/learned');
const allOthers = ['examples', 'people', 'replies', 'moods', 'closings', 'questions'];
const subjects: Record<string, Subject> = {
  unhelped: {
    folder: join(signals, 'replies'),
    label: 'unhelped',
    threshold: 0.75,
    buckets: 32_768,
    weight: 8,
    besides: ['examples'],
  },
  'asks-for-human': {
    folder: join(signals, 'people'),
    label: 'asks',
    threshold: 0.55,
    buckets: 32_768,
    weight: 8,
    besides: ['examples'],
  },
  attachments: {
    folder: join(signals, 'attachments'),
    label: 'points',
    threshold: 0.5,
    buckets: 32_768,
    decay: 0.00002,
    weight: 8,
    weightOfOther: 8,
    besides: allOthers,
  },
  instructions: {
    folder: join(server, 'platform/text/learned/instructions'),
    label: 'instructs',
    threshold: 0.6,
    buckets: 65_536,
    decay: 0.00002,
    weight: 12,
    weightOfOther: 6,
    besides: allOthers,
    weightOfPassages: 3,
  },
  absence: {
    folder: join(server, 'channels/email/message/learned/absence'),
    label: 'absence',
    threshold: 0.8,
    buckets: 16_384,
    decay: 0.00002,
    weight: 8,
    weightOfOther: 8,
    besides: allOthers,
    read: beginningOf,
  },
};
const [name = ''] = positionals;
const subject = subjects[name];
if (!subject) throw new Error(`Name one of these: ${Object.keys(subjects).join(', ')}`);
const { folder, label, threshold, buckets, decay, weight, besides } = subject;
const { weightOfOther = 1, weightOfPassages = 0, read = (text) => text } = subject;

const bases = join(import.meta.dirname, 'bases');
const heldOutBases = join(bases, 'held-out');
const size = { buckets, classes: sentenceClasses, ...(decay ? { decay } : {}) };
const thresholds = [0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];

const labelled = written();
// Some requests for a person are examples of other signals, where they are of the class "other".
const known = new Set(labelled.map(({ text }) => text));
const others = [
  ...otherSentences(
    besides.flatMap((from) => filesOf(join(signals, from)).flatMap((kinds) => Object.values(kinds).flat())),
  ),
  ...Array.from({ length: weightOfPassages || 1 }, () => ofCentres(join(bases, 'train'))).flat(),
  ...otherSentences(values.others.flatMap(linesOf)),
].filter(({ text }) => !known.has(text));
const sentences = shuffled([...labelled, ...others]);
console.log(sentences.length, 'sentences, a tenth of the written ones left out at a time:');
console.table(heldOut());
const learned = learn(sentences);
for (const place of [heldOutBases, ...values.data]) {
  const seen = ofCentres(place);
  const alarms = seen.filter(({ text }) => chanceIn(learned, normalize(text)) >= threshold);
  console.log(
    `${place}: ${alarms.length} of ${seen.length} sentences`,
    alarms.map(({ text }) => text),
  );
}
if (values.write) {
  const file = { buckets, threshold, ...writtenWeights(learned) };
  writeFileSync(join(folder, '..', `${name}.json`), `${JSON.stringify(file, null, 2)}\n`);
}

function filesOf(place: string): Record<string, string[]>[] {
  return readdirSync(place).map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')));
}

function written(): Sentence[] {
  return filesOf(folder).flatMap(({ [label]: wanted = [], other = [] }) => [
    ...wanted.map((text) => ({ text: read(text), of: 1, written: true })),
    ...other.map((text) => ({ text: read(text), of: 0, written: true })),
  ]);
}

function otherSentences(texts: readonly string[]): Sentence[] {
  const split = weightOfPassages > 0 ? partsOf : sentencesOf;
  return texts.flatMap((text) => split(text).map((sentence) => ({ text: sentence, of: 0, written: false })));
}

/** What is judged of a message or passage; elsewhere, a sentence. */
function partsOf(text: string): string[] {
  return weightOfPassages > 0 ? sentencesAndLinesOf(text).flatMap(stretchesOf) : [text];
}

function linesOf(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line).text);
}

function ofCentres(place: string): Sentence[] {
  return readAllSets([place]).flatMap(({ cases, articles }) => {
    const passages = weightOfPassages > 0 ? articles.flatMap(({ title, text }) => [title, text]) : [];
    return otherSentences([...cases.map(({ text }) => text), ...passages]);
  });
}

function learn(from: readonly Sentence[]): LearnedWeights {
  const examples = from.flatMap(({ text, of, written: byHand }) => {
    const example = { features: featuresOf(normalize(text)), of };
    const otherWeight = byHand ? weightOfOther : 1;
    return Array.from({ length: of === 1 ? weight : otherWeight }, () => example);
  });
  return learnSoftmax(shuffled(examples), size);
}

function mostIn(weights: LearnedWeights, text: string): number {
  return Math.max(...partsOf(text).map((part) => chanceIn(weights, normalize(part))));
}

function heldOut() {
  const isOut = (at: number, tenth: number, { written }: Sentence) => written && at % 10 === tenth;
  const seen = Array.from({ length: 10 }, (_, tenth) => tenth).flatMap((tenth) => {
    const weights = learn(sentences.filter((sentence, at) => !isOut(at, tenth, sentence)));
    return sentences
      .filter((sentence, at) => isOut(at, tenth, sentence))
      .map((sentence) => ({ ...sentence, chance: mostIn(weights, sentence.text) }));
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
