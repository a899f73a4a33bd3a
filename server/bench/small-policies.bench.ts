/**
 * `npx node server/bench/small-policies.bench.ts --clinc DIR --banking DIR`: measures how often few tags with few examples are
 * assigned to messages about other subjects.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judge, type TagClassifier } from '../src/routing/tags/classifier/tag-classifier.logic.ts';
import { defaultMinSimilarity } from '../src/routing/tags/detection.logic.ts';
import { fewOf, intentsOf, type Labelled, learnTags, shuffled, tagsOf } from './measuring/intents.ts';
import { mean } from './measuring/measures.ts';
import { lines } from './corpora/sets.ts';
import { vectorsOf } from './corpora/vectors.ts';

const { values } = parseArgs({
  options: { clinc: { type: 'string' }, banking: { type: 'string' }, draws: { type: 'string', default: '3' } },
});
if (!values.clinc || !values.banking) throw new Error('--clinc DIR --banking DIR');

interface Source {
  taught: Labelled[];
  asked: Labelled[];
  /** Messages that none of the source's intents is about. */
  far: Labelled[];
}

// As in tags.bench.ts: the messages asked here were used neither for the weights nor as examples.
const clinc = readClinc(values.clinc);
const banking = shuffled(lines<Labelled>(join(values.banking, 'train.jsonl')));
const sources: Source[] = [
  clinc,
  {
    taught: banking.filter((_, at) => at % 5 !== 0),
    asked: banking.filter((_, at) => at % 5 === 0),
    far: clinc.asked,
  },
];
const everything = sources.flatMap(({ taught, asked, far }) => [...taught, ...asked, ...far]);
const vectorOf = await vectorsOf(
  everything.map(({ text }) => text),
  'tags-',
);

console.log('own messages that get their tag, of other intents of the set that get any, of far away');
for (const withVectors of [false, true]) {
  console.log(withVectors ? 'with vectors' : 'by words');
  console.table([3, 5, 10].map((tags) => ({ tags, ...row(tags, withVectors) })));
}

function readClinc(directory: string): Source {
  const read = (name: string) => lines<Labelled>(join(directory, `${name}.jsonl`));
  return { taught: read('train'), asked: read('val'), far: read('oos_val') };
}

function row(tags: number, withVectors: boolean) {
  const sizes = [1, 2, 3, 10].map((examples) => {
    const drawn = sources.flatMap((source) =>
      Array.from({ length: Number(values.draws) }, (_, seed) => draw(source, { tags, examples, seed, withVectors })),
    );
    const share = (at: number) => mean(drawn.map((shares) => shares[at] ?? 0)).toFixed(2);
    return [`${examples} each`, [0, 1, 2].map(share).join(', ')];
  });
  return Object.fromEntries(sizes);
}

interface Size {
  tags: number;
  examples: number;
  seed: number;
  withVectors: boolean;
}

function draw({ taught, asked, far }: Source, { tags, examples, seed, withVectors }: Size): number[] {
  const chosen = new Set(shuffled(intentsOf(taught), seed).slice(0, tags));
  const isChosen = ({ intent }: Labelled) => chosen.has(intent);
  const policy = tagsOf(fewOf(taught.filter(isChosen), examples, seed), 0);
  const classifier = learnTags(policy, withVectors ? vectorOf : undefined);
  const given = ({ text }: Labelled) => tagOf(classifier, text, withVectors ? vectorOf(text) : null);
  const some = (messages: readonly Labelled[]) => shuffled(messages, seed).slice(0, 200);
  const strange = (messages: readonly Labelled[]) => mean(messages.map((one) => (given(one) === null ? 0 : 1)));
  const own = some(asked.filter(isChosen));
  return [
    mean(own.map((one) => (given(one) === one.intent ? 1 : 0))),
    strange(some(asked.filter((one) => !isChosen(one)))),
    strange(some(far)),
  ];
}

function tagOf(classifier: TagClassifier, text: string, vector: Float32Array | null): string | null {
  const chances = judge(classifier, text, vector);
  const best = Math.max(...chances);
  return best >= defaultMinSimilarity ? (classifier.tagIds[chances.indexOf(best)] ?? null) : null;
}
