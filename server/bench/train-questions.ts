/**
 * `node server/bench/train-questions.ts [--write] [-v]`: learns `support/signals/learned/asks-the-way.json` from the folder
 * `questions` there, the examples of other signals, and `bases/train`. In these the marks are the labels: people who write a full stop do
 * not ask, and a question mark asks, except after a request to act. What has no mark is left out, except reports and requests, which
 * rarely ask.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sentencesOf } from '../src/platform/text/sentences.logic.ts';
import { chanceIn, sentenceClasses } from '../src/platform/text/learned/sentences.logic.ts';
import { featuresOf, type LearnedWeights } from '../src/platform/text/learned/softmax.logic.ts';
import { normalize } from '../src/support/signals/text.logic.ts';
import { readAllSets } from './corpora/sets.ts';
import { shuffled } from './measuring/intents.ts';
import { learnSoftmax, writtenWeights } from './measuring/softmax.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, verbose: { type: 'boolean', short: 'v', default: false } },
});

interface Sentence {
  readonly text: string;
  readonly language: string;
  /** 1 if it asks. */
  readonly of: 0 | 1;
  readonly weight: number;
}

const signals = join(import.meta.dirname, '../src/support/signals/learned');
const size = { buckets: 32_768, classes: sentenceClasses };
const threshold = 0.5;
const folds = 5;
/** Requests in the form of a question, and what customers write without marks, are rarer here than among messages. */
const weightOfRare = 4;
/** The kinds of examples that want something done, and those that report something. */
const requests = new Set(['examples/act_for_customer', 'people/asks', 'human_only']);
const reports = new Set([
  ...['safety', 'fraud', 'legal', 'wrong_charge', 'bereavement'].map((kind) => `examples/${kind}`),
  'closings/closes',
  'replies/unhelped',
]);
/** A question about one's own case is for people, like a request, and asks, like others: nothing can be learned from it here. */
const between = 'examples/own_case';

const sentences = shuffled([...written(), ...ofHelpCentres()]);
console.log(
  sentences.length,
  'sentences, a fifth of them left out at a time; "bare" are the same without their marks:',
);
console.table(heldOut());
if (values.write) {
  const file = { buckets: size.buckets, threshold, ...writtenWeights(learn(sentences)) };
  writeFileSync(join(signals, 'asks-the-way.json'), `${JSON.stringify(file, null, 2)}\n`);
}

function written(): Sentence[] {
  return ['questions', 'examples', 'closings', 'people', 'replies'].flatMap((folder) =>
    readdirSync(join(signals, folder)).flatMap((file) => {
      const kinds: Record<string, string[]> = JSON.parse(readFileSync(join(signals, folder, file), 'utf8'));
      const language = file.replace('.json', '');
      return Object.entries(kinds).flatMap(([kind, texts]) => labelled(texts, { kind: `${folder}/${kind}`, language }));
    }),
  );
}

function ofHelpCentres(): Sentence[] {
  return readAllSets([join(import.meta.dirname, 'bases/train')]).flatMap(({ cases, articles }) => [
    ...cases.flatMap(({ text, label }) => labelled([text], { kind: label, language: 'en' })),
    ...articles.flatMap(({ text }) => labelled([text], { kind: 'article', language: 'en' })),
  ]);
}

function labelled(texts: readonly string[], { kind, language }: { kind: string; language: string }): Sentence[] {
  return texts.flatMap(sentencesOf).flatMap((text) => {
    const of = labelOf(text, kind);
    const isRare = kind.startsWith('questions/') || (of === 0 && text.endsWith('?'));
    return of === null ? [] : [{ text, language, of, weight: isRare ? weightOfRare : 1 }];
  });
}

function labelOf(sentence: string, kind: string): Sentence['of'] | null {
  if (kind === 'questions/asks') return 1;
  if (kind === 'questions/other') return 0;
  const end = sentence.trimEnd().at(-1) ?? '';
  if (end === '?' && kind === between) return null;
  if (end === '?') return requests.has(kind) ? 0 : 1;
  const tells = end === '.' || end === '!' || requests.has(kind) || reports.has(kind);
  return tells ? 0 : null;
}

function bare(text: string): string {
  return text.replaceAll(/[?.!¿¡]/gu, '').trim();
}

function learn(from: readonly Sentence[]): LearnedWeights {
  const examples = from.flatMap(({ text, of, weight }) => {
    const forms = [text, bare(text)].map((form) => ({ features: featuresOf(normalize(form)), of }));
    return Array.from({ length: weight }, () => forms).flat();
  });
  return learnSoftmax(shuffled(examples), size);
}

function heldOut() {
  const judged = Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const isOut = (_: Sentence, at: number) => at % folds === fold;
    const weights = learn(sentences.filter((sentence, at) => !isOut(sentence, at)));
    const asks = (text: string) => chanceIn(weights, normalize(text)) >= threshold;
    return sentences
      .filter(isOut)
      .map((sentence) => ({ ...sentence, asks: asks(sentence.text), asksBare: asks(bare(sentence.text)) }));
  });
  if (values.verbose) for (const { text, of, asksBare } of judged) if (asksBare !== (of === 1)) console.log(of, text);
  return [...Map.groupBy(judged, ({ language }) => language)].map(([language, some]) => {
    const [asking, telling] = [some.filter(({ of }) => of === 1), some.filter(({ of }) => of === 0)];
    const count = (among: typeof some, of: 'asks' | 'asksBare') =>
      `${among.filter((each) => each[of]).length} of ${among.length}`;
    return {
      language,
      asking: count(asking, 'asks'),
      'asking, bare': count(asking, 'asksBare'),
      'false alarms': count(telling, 'asks'),
      'false alarms, bare': count(telling, 'asksBare'),
    };
  });
}
