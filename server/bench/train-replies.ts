/**
 * `node server/bench/train-replies.ts [--write] [--data DIR]`: learns `support/signals/learned/unhelped.json` from the replies
 * beside it. The requests that signals learn from and the questions of `bases/train` are replies of the other class;
 * `bases/held-out` and other data only count false alarms.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sentencesOf } from '../src/platform/text/sentences.logic.ts';
import { chancesOf, featuresOf, type LearnedWeights } from '../src/support/signals/learned/softmax.logic.ts';
import { unhelpedClasses } from '../src/support/signals/unhelped.logic.ts';
import { fold } from '../src/support/signals/text.logic.ts';
import { readAllSets } from './corpora/sets.ts';
import { shuffled } from './measuring/intents.ts';
import { learnSoftmax, writtenWeights } from './measuring/softmax.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    verbose: { type: 'boolean', short: 'v', default: false },
    write: { type: 'boolean', default: false },
  },
});

interface Reply {
  readonly text: string;
  readonly of: number;
  /** Whether it was written as a reply. */
  readonly written: boolean;
}

const bases = join(import.meta.dirname, 'bases');
const heldOutBases = join(bases, 'held-out');
const signals = join(import.meta.dirname, '../src/support/signals/learned');
const size = { buckets: 4096, classes: unhelpedClasses };
const thresholds = [0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
const threshold = 0.75;
/** There are far fewer of them than of other sentences, but they are as frequent among replies. */
const weightOfUnhelped = 8;

const replies = shuffled([...writtenReplies(), ...requests(), ...questionsOf(join(bases, 'train'))]);
console.log(replies.length, 'sentences, a tenth of the written ones left out at a time:');
console.table(heldOut());
const learned = learn(replies);
for (const folder of [heldOutBases, ...values.data]) {
  const sentences = questionsOf(folder);
  const alarms = sentences.filter(({ text }) => chanceOf(learned, text) >= threshold);
  console.log(
    `${folder}: ${alarms.length} of ${sentences.length} sentences`,
    alarms.map(({ text }) => text),
  );
}
if (values.write) {
  const file = { buckets: size.buckets, threshold, ...writtenWeights(learned) };
  writeFileSync(join(signals, 'unhelped.json'), `${JSON.stringify(file, null, 2)}\n`);
}

function filesOf(folder: string): Record<string, string[]>[] {
  const place = join(signals, folder);
  return readdirSync(place).map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')));
}

function writtenReplies(): Reply[] {
  return filesOf('replies').flatMap(({ unhelped = [], other = [] }) => [
    ...unhelped.map((text) => ({ text, of: 1, written: true })),
    ...other.map((text) => ({ text, of: 0, written: true })),
  ]);
}

function otherSentences(texts: readonly string[]): Reply[] {
  return texts.flatMap((text) => sentencesOf(text).map((sentence) => ({ text: sentence, of: 0, written: false })));
}

function requests(): Reply[] {
  return filesOf('examples').flatMap((kinds) => otherSentences(Object.values(kinds).flat()));
}

function questionsOf(folder: string): Reply[] {
  const sets = readAllSets([folder]);
  return otherSentences(sets.flatMap(({ cases }) => cases.map(({ text }) => text)));
}

function learn(from: readonly Reply[]): LearnedWeights {
  const examples = from.map(({ text, of }) => ({ features: featuresOf(fold(text)), of }));
  const repeated = examples.flatMap((each) => Array.from({ length: each.of === 1 ? weightOfUnhelped : 1 }, () => each));
  return learnSoftmax(shuffled(repeated), size);
}

function chanceOf(weights: LearnedWeights, text: string): number {
  return chancesOf(weights, featuresOf(fold(text)))[1] ?? 0;
}

function heldOut() {
  const isOut = (at: number, fold: number, { written }: Reply) => written && at % 10 === fold;
  const seen = Array.from({ length: 10 }, (_, fold) => fold).flatMap((fold) => {
    const weights = learn(replies.filter((reply, at) => !isOut(at, fold, reply)));
    return replies
      .filter((reply, at) => isOut(at, fold, reply))
      .map((reply) => ({ ...reply, chance: chanceOf(weights, reply.text) }));
  });
  if (values.verbose)
    for (const { text, of, chance } of seen)
      if (chance >= threshold !== (of === 1)) console.log(chance.toFixed(2), of, text);
  return thresholds.map((least) => {
    const above = (among: typeof seen) => `${among.filter(({ chance }) => chance >= least).length} of ${among.length}`;
    return {
      threshold: least,
      unhelped: above(seen.filter(({ of }) => of === 1)),
      'false alarms': above(seen.filter(({ of }) => of === 0)),
    };
  });
}
