/** `npx node server/bench/tags.bench.ts --clinc DIR --banking DIR`: measures how well tags are recognised by their examples. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultMinSimilarity, detectTags, textsToEmbed } from '../src/routing/tags/detection.logic.ts';
import { fewOf, type Labelled, learnTags, shuffled, tagsOf } from './measuring/intents.ts';
import { auroc, mean, quantile } from './measuring/measures.ts';
import { lines } from './corpora/sets.ts';
import { vectorsOf } from './corpora/vectors.ts';

const { values } = parseArgs({
  options: {
    clinc: { type: 'string' },
    banking: { type: 'string' },
    examples: { type: 'string', multiple: true, default: ['10', '50', '200'] },
    messages: { type: 'string', default: '10000' },
    vectors: { type: 'boolean', default: false },
  },
});
const most = Number(values.messages);
type VectorOf = (text: string) => Float32Array;

if (values.clinc) {
  const train = lines<Labelled>(join(values.clinc, 'train.jsonl'));
  const asked = shuffled(lines<Labelled>(join(values.clinc, 'val.jsonl'))).slice(0, most);
  await measure('CLINC150', train, { asked, strangers: lines<Labelled>(join(values.clinc, 'oos_val.jsonl')) });
}
if (values.banking) {
  // Every fifth message is held out for asking: the published test set is not among the development data.
  const all = shuffled(lines<Labelled>(join(values.banking, 'train.jsonl')));
  const asked = all.filter((_, at) => at % 5 === 0).slice(0, most);
  await measure(
    'BANKING77',
    all.filter((_, at) => at % 5 !== 0),
    { asked, strangers: [] },
  );
}

interface Asked {
  asked: readonly Labelled[];
  strangers: readonly Labelled[];
}

async function measure(set: string, train: readonly Labelled[], asked: Asked): Promise<void> {
  const partsOf = ({ text }: Labelled) => textsToEmbed({ subject: null, text });
  const texts = [...train.map(({ text }) => text), ...[...asked.asked, ...asked.strangers].flatMap(partsOf)];
  const vectorOf = values.vectors ? await vectorsOf(texts, 'tags-') : undefined;
  for (const examples of values.examples.map(Number)) {
    const few = fewOf(train, examples);
    console.log(`${set}, ${examples} examples each`);
    console.table([row('by words', few, asked), ...(vectorOf ? [row('with vectors', few, asked, vectorOf)] : [])]);
  }
}

interface Scored {
  intent: string;
  /** All tags near the best one, however improbable. */
  tags: { id: string; score: number }[];
}

function row(what: string, train: readonly Labelled[], { asked, strangers }: Asked, vectorOf?: VectorOf) {
  const tags = tagsOf(train, 0);
  const taught = process.threadCpuUsage();
  const classifier = learnTags(tags, vectorOf);
  const seconds = processorTime(taught) / 1000;
  const score = ({ text, intent }: Labelled): Scored => {
    const said = { subject: null, text };
    const meanings = vectorOf && new Map(textsToEmbed(said).map((part) => [part, vectorOf(part)]));
    return { intent, tags: detectTags({ tags, classifier, meanings }, said) };
  };
  const started = process.threadCpuUsage();
  const within = asked.map(score);
  const milliseconds = processorTime(started) / asked.length;
  return {
    what,
    ...accuracy(within),
    ...strangeness(within, strangers.map(score)),
    'learning, s': rounded(seconds),
    'ms a message': rounded(milliseconds),
  };
}

function surest({ tags }: Scored): number {
  return tags[0]?.score ?? 0;
}

function isRight({ intent, tags }: Scored): boolean {
  return tags[0]?.id === intent;
}

function isGiven(score: number): boolean {
  return score >= defaultMinSimilarity;
}

/** "in scope": the right tag comes first and is assigned. */
function accuracy(within: readonly Scored[]) {
  const given = within.flatMap(({ intent, tags }) =>
    tags.filter(({ score }) => isGiven(score)).map(({ id }) => id === intent),
  );
  return {
    messages: within.length,
    'right first': share(within.map(isRight)),
    'in scope': share(within.map((one) => isRight(one) && isGiven(surest(one)))),
    'of given, right': share(given),
  };
}

/** Also at the published operating point of BERT, which assigns no tag to .523 of the strangers, and at our goal. */
function strangeness(within: readonly Scored[], strangers: readonly Scored[]) {
  if (strangers.length === 0) return {};
  const scores = strangers.map(surest);
  const inScopeAt = (recall: number) => {
    const least = quantile(scores, recall);
    return share(within.map((one) => isRight(one) && surest(one) >= least));
  };
  return {
    'strangers left alone': share(scores.map((score) => !isGiven(score))),
    auroc: rounded(auroc(within.map(surest), scores)),
    'in scope at .523': inScopeAt(0.523),
    'in scope at .66': inScopeAt(0.66),
  };
}

function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}

function share(all: readonly boolean[]): number {
  return rounded(mean(all.map((has) => (has ? 1 : 0))));
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
