/**
 * `node server/bench/train-signals.ts [--write]`: measures what can be learned from the examples in `support/signals/learned` and
 * from `bases/train`, or with `--write` learns `human-only.json` there from all of them.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { humanOnlyKinds } from '@desk/contract/decisions';
import { classes } from '../src/support/signals/human-only.logic.ts';
import { chancesOf, featuresWithEnds, type LearnedWeights } from '../src/platform/text/learned/softmax.logic.ts';
import { normalize } from '../src/support/signals/text.logic.ts';
import { readAllSets } from './corpora/sets.ts';
import { shuffled } from './measuring/intents.ts';
import { learnSoftmax, writtenWeights, type SoftmaxExample } from './measuring/softmax.ts';

interface Example extends SoftmaxExample {
  /** The help centre of the example; null if it was written as an example. */
  readonly from: string | null;
}

const signals = join(import.meta.dirname, '../src/support/signals/learned');
const how = { buckets: 65_536, classes, decay: 0.00003 };
const orders = 8;
const folds = 5;
const thresholds = [0.5, 0.6, 0.7, 0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92, 0.95];
const threshold = 0.85;
const thresholdBesideHow = 0.95;
const thresholdOfDanger = 0.65;
const thresholdOfSentence = 0.97;

const examples = shuffled([...written(), ...replies(), ...ofHelpCentres()]);
if (process.argv.includes('--write')) {
  write(learnSoftmax(examples, { ...how, orders }));
} else {
  console.log(examples.length, 'examples, a fifth of the written ones and one help centre at a time left out:');
  console.table(heldOut());
}

function written(): Example[] {
  return textsOf('examples').map(([kind, text]) => exampleOf(text, { kind, from: null }));
}

/** Whether a reply of ours helped is no matter for people. */
function replies(): Example[] {
  return textsOf('replies').map(([, text]) => exampleOf(text, { kind: 'none', from: null }));
}

function textsOf(name: string): [label: string, text: string][] {
  const folder = join(signals, name);
  return readdirSync(folder).flatMap((file) => {
    const labels: Record<string, string[]> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return Object.entries(labels).flatMap(([label, texts]) => texts.map((text): [string, string] => [label, text]));
  });
}

/** Leaves out requests for people that have no kind: they only want a person instead of the AI. */
function ofHelpCentres(): Example[] {
  return readAllSets([join(import.meta.dirname, 'bases/train')]).flatMap(({ name, cases }) =>
    cases
      .filter(({ label, human_only }) => label !== 'human_only' || human_only)
      .map(({ text, human_only: kind = 'none' }) => exampleOf(text, { kind, from: name })),
  );
}

function exampleOf(text: string, { kind, from }: { kind: string; from: string | null }): Example {
  return { features: featuresWithEnds(normalize(text)), of: classOf(kind), from };
}

function classOf(kind: string): number {
  const at = humanOnlyKinds.findIndex((each) => each === kind);
  if (at < 0 && kind !== 'none') throw new Error(`No such kind: ${kind}`);
  return at < 0 ? classes - 1 : at;
}

function heldOut() {
  const seen = [
    ...[...new Set(examples.map(({ from }) => from))]
      .filter((name) => name !== null)
      .flatMap((name) => judged('help centres', ({ from }) => from === name)),
    ...Array.from({ length: folds }, (_, normalize) => normalize).flatMap((normalize) =>
      judged('written', ({ from }, at) => from === null && at % folds === normalize),
    ),
  ];
  return thresholds.flatMap((least) =>
    [...Map.groupBy(seen, ({ group }) => group)].map(([group, some]) => {
      const [people, machine] = [some.filter(({ human }) => human), some.filter(({ human }) => !human)];
      const above = (among: typeof some) =>
        `${among.filter(({ chance }) => chance >= least).length} of ${among.length}`;
      return { threshold: least, group, 'for people, seen': above(people), 'false alarms': above(machine) };
    }),
  );
}

function judged(group: string, isOut: (example: Example, at: number) => boolean) {
  const weights = learnSoftmax(
    examples.filter((example, at) => !isOut(example, at)),
    how,
  );
  return examples.filter(isOut).map(({ features, of }) => ({
    group,
    human: of < classes - 1,
    chance: 1 - (chancesOf(weights, features)[classes - 1] ?? 1),
  }));
}

function write(weights: LearnedWeights): void {
  const written = writtenWeights(weights);
  const learned = {
    buckets: how.buckets,
    step: written.step,
    threshold,
    threshold_beside_how: thresholdBesideHow,
    threshold_of_danger: thresholdOfDanger,
    threshold_of_sentence: thresholdOfSentence,
    weights: written.weights,
  };
  writeFileSync(join(signals, 'human-only.json'), `${JSON.stringify(learned, null, 2)}\n`);
}
