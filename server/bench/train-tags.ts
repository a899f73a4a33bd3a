/** `npx node server/bench/train-tags.ts --clinc DIR --banking DIR`: prints the weights of `tag-features.logic.ts`. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreTags } from '../src/routing/tags/classifier/tag-classifier.logic.ts';
import { featureValues } from '../src/routing/tags/classifier/tag-features.logic.ts';
import { fewOf, intentsOf, type Labelled, learnTags, shuffled, tagsOf } from './measuring/intents.ts';
import { type Example, type Fit, fitLogistic, predict } from './measuring/logistic.ts';
import { auroc } from './measuring/measures.ts';
import { lines } from './corpora/sets.ts';
import { vectorsOf } from './corpora/vectors.ts';

const { values } = parseArgs({
  options: {
    clinc: { type: 'string' },
    banking: { type: 'string' },
    penalty: { type: 'string', default: '1' },
    // The number of policies that are drawn for each size.
    draws: { type: 'string', default: '3' },
  },
});
if (!values.clinc || !values.banking) throw new Error('--clinc DIR --banking DIR');

interface Source {
  name: string;
  taught: Labelled[];
  asked: Labelled[];
  /** Messages that none of the source's tags is about. */
  far: Labelled[];
}

/** One message, scored by a policy that was drawn. */
interface Seen extends Example {
  source: string;
  tags: number;
  examples: number;
}

// The messages that tags.bench.ts asks (CLINC150's validation set, every fifth of BANKING77) are not used here.
const clinc = halved(shuffled(lines<Labelled>(join(values.clinc, 'train.jsonl'))));
const banking = halved(shuffled(lines<Labelled>(join(values.banking, 'train.jsonl'))).filter((_, at) => at % 5 !== 0));
const strangers = lines<Labelled>(join(values.clinc, 'oos_train.jsonl'));
const sources: Source[] = [
  { name: 'clinc', ...clinc, far: strangers },
  { name: 'banking', ...banking, far: clinc.asked },
];
const everything = [...sources.flatMap(({ taught, asked }) => [...taught, ...asked]), ...strangers];
const vectorOf = await vectorsOf(
  everything.map(({ text }) => text),
  'tags-',
);

for (const withVectors of [false, true]) {
  const seen = sources.flatMap((source) => drawAll(source, withVectors));
  for (const { name } of sources) {
    const fit = fitted(seen.filter(({ source }) => source !== name));
    console.log(withVectors ? 'words and meaning' : 'words', '- held out:', name);
    console.table(
      rows(
        seen.filter(({ source }) => source === name),
        fit,
      ),
    );
  }
  const { intercept, weights } = fitted(seen);
  console.log(JSON.stringify({ intercept: round(intercept), weights: weights.map(round) }));
}

function halved(messages: readonly Labelled[]) {
  return { taught: messages.filter((_, at) => at % 5 !== 0), asked: messages.filter((_, at) => at % 5 === 0) };
}

function drawAll(source: Source, withVectors: boolean): Seen[] {
  const all = intentsOf(source.taught);
  const sizes = [1, 2, 5, 10, 30, all.length];
  return sizes.flatMap((tags) =>
    [1, 3, 10, 40, 80].flatMap((examples) =>
      Array.from({ length: tags === all.length ? 1 : Number(values.draws) }, (_, at) => at).flatMap((seed) =>
        draw(source, { tags, examples, seed, withVectors }),
      ),
    ),
  );
}

interface Size {
  tags: number;
  examples: number;
  seed: number;
  withVectors: boolean;
}

function draw({ name, taught, asked, far }: Source, { tags, examples, seed, withVectors }: Size): Seen[] {
  const chosen = new Set(shuffled(intentsOf(taught), seed).slice(0, tags));
  const isChosen = ({ intent }: Labelled) => chosen.has(intent);
  const policy = tagsOf(fewOf(taught.filter(isChosen), examples, seed), 0);
  const classifier = learnTags(policy, withVectors ? vectorOf : undefined);
  const some = (messages: readonly Labelled[]) => shuffled(messages, seed).slice(0, 150);
  const near = some(asked.filter((message) => !isChosen(message)));
  const groups = [
    { right: true, weight: 1, messages: some(asked.filter(isChosen)) },
    { right: false, weight: near.length > 0 ? 0.5 : 0, messages: near },
    { right: false, weight: near.length > 0 ? 0.5 : 1, messages: some(far) },
  ];
  return groups.flatMap(({ right, weight, messages }) =>
    messages.map(({ text }) => {
      const { signs } = scoreTags(classifier, text, withVectors ? vectorOf(text) : null);
      return { source: name, tags, examples, right, values: featureValues(signs), weight: weight / messages.length };
    }),
  );
}

/** All policies have the same weight, whatever messages they were asked. */
function fitted(seen: readonly Seen[]): Fit {
  const total = seen.reduce((sum, { weight }) => sum + weight, 0);
  const evenly = seen.map((one) => ({ ...one, weight: (one.weight * seen.length) / total }));
  return fitLogistic(evenly, Number(values.penalty));
}

function rows(seen: readonly Seen[], fit: Fit) {
  return [...Map.groupBy(seen, ({ tags }) => tags)].map(([tags, some]) => ({
    tags,
    ...Object.fromEntries(
      [...Map.groupBy(some, ({ examples }) => examples)].map(([examples, those]) => {
        const chances = (right: boolean) =>
          those.filter((one) => one.right === right).map((one) => predict(fit, one.values));
        const [within, without] = [chances(true), chances(false)];
        const above = (among: readonly number[]) => share(among, (chance) => chance >= 0.3);
        return [`${examples} each`, `${round(auroc(within, without))}: ${above(within)}, ${above(without)}`];
      }),
    ),
  }));
}

function share(among: readonly number[], holds: (one: number) => boolean): number {
  return round(among.filter(holds).length / (among.length || 1));
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
