/**
 * `node server/bench/train-signals.ts [--write]`: learns `support/signals/learned/human-only.json` from the examples beside it
 * and from `bases/train`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { humanOnlyKinds } from '@desk/contract/decisions';
import { classes } from '../src/support/signals/learned.logic.ts';
import { chancesOf, featuresOf, type LearnedWeights } from '../src/support/signals/learned/softmax.logic.ts';
import { personOnly } from '../src/support/signals/person-only.logic.ts';
import { fold } from '../src/support/signals/text.logic.ts';
import { readAllSets } from './corpora/sets.ts';
import { shuffled } from './measuring/intents.ts';
import { learnSoftmax, writtenWeights, type SoftmaxExample } from './measuring/softmax.ts';

interface Example extends SoftmaxExample {
  /** The help centre of the example; null if it was written as an example. */
  readonly from: string | null;
}

const signals = join(import.meta.dirname, '../src/support/signals/learned');
const buckets = 8192;
const thresholds = [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
const threshold = 0.55;
const thresholdBesideHow = 0.9;

const examples = shuffled([...written(), ...ofHelpCentres()]);
console.log(examples.length, 'examples, a tenth of the written ones and one help centre at a time left out:');
console.table(heldOut());
if (process.argv.includes('--write')) write(learn(examples));

function written(): Example[] {
  const folder = join(signals, 'examples');
  return readdirSync(folder).flatMap((file) => {
    const kinds: Record<string, string[]> = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return Object.entries(kinds).flatMap(([kind, texts]) =>
      texts.map((text) => ({ features: featuresOf(fold(text)), of: classOf(kind), from: null })),
    );
  });
}

/** Their requests for people have no kind: use the kind that the patterns find, else `own_case`. */
function ofHelpCentres(): Example[] {
  return readAllSets([join(import.meta.dirname, 'bases/train')]).flatMap(({ name, cases }) =>
    cases.map(({ text, label }) => ({
      features: featuresOf(fold(text)),
      of: classOf(label === 'human_only' ? (personOnly(text) ?? 'own_case') : 'none'),
      from: name,
    })),
  );
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
    ...Array.from({ length: 10 }, (_, fold) => fold).flatMap((fold) =>
      judged('written', ({ from }, at) => from === null && at % 10 === fold),
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

function learn(from: readonly Example[]): LearnedWeights {
  return learnSoftmax(from, { buckets, classes });
}

function judged(group: string, isOut: (example: Example, at: number) => boolean) {
  const weights = learn(examples.filter((example, at) => !isOut(example, at)));
  return examples.filter(isOut).map(({ features, of }) => ({
    group,
    human: of < classes - 1,
    chance: 1 - (chancesOf(weights, features)[classes - 1] ?? 1),
  }));
}

function write(weights: LearnedWeights): void {
  const written = writtenWeights(weights);
  const learned = {
    buckets,
    step: written.step,
    threshold,
    threshold_beside_how: thresholdBesideHow,
    weights: written.weights,
  };
  writeFileSync(join(signals, 'human-only.json'), `${JSON.stringify(learned, null, 2)}\n`);
}
