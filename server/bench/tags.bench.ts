/** `npx node server/bench/tags.bench.ts --clinc DIR --banking DIR`: how well tags are recognised by their examples. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { detectTags } from '../src/routing/detection.logic.ts';
import type { PolicyTag } from '../src/routing/policy.logic.ts';
import { auroc, mean, seeded } from './measures.ts';
import { lines } from './sets.ts';

interface Labelled {
  text: string;
  intent: string;
}

const { values } = parseArgs({
  options: { clinc: { type: 'string' }, banking: { type: 'string' }, messages: { type: 'string', default: '600' } },
});
const most = Number(values.messages);

if (values.clinc) {
  const train = lines<Labelled>(join(values.clinc, 'train.jsonl'));
  const asked = shuffled(lines<Labelled>(join(values.clinc, 'val.jsonl'))).slice(0, most);
  const strangers = lines<Labelled>(join(values.clinc, 'oos_val.jsonl'));
  console.table(
    [10, 50].map((examples) => row(`CLINC150, ${examples} examples`, fewOf(train, examples), asked, strangers)),
  );
}
if (values.banking) {
  // Every fifth message is kept for asking: the published test set is not among the development data.
  const all = shuffled(lines<Labelled>(join(values.banking, 'train.jsonl')));
  const asked = all.filter((_, at) => at % 5 === 0).slice(0, most);
  const train = all.filter((_, at) => at % 5 !== 0);
  console.table([10, 50].map((examples) => row(`BANKING77, ${examples} examples`, fewOf(train, examples), asked, [])));
}

function row(what: string, train: readonly Labelled[], asked: readonly Labelled[], strangers: readonly Labelled[]) {
  const tags = tagsOf(train, 0.22);
  const anything = tagsOf(train, 0);
  const first = asked.map(({ text, intent }) => detectTags(anything, text)[0]?.id === intent);
  const given = asked.map(({ text, intent }) => ({ intent, ids: detectTags(tags, text).map((tag) => tag.id) }));
  const score = ({ text }: Labelled) => detectTags(anything, text)[0]?.score ?? 0;
  const start = process.threadCpuUsage();
  for (const { text } of asked.slice(0, 50)) detectTags(tags, text);
  const { user, system } = process.threadCpuUsage(start);
  return {
    what,
    messages: asked.length,
    'right first': share(first),
    'tag given': share(given.map(({ intent, ids }) => ids.includes(intent))),
    'of given, right': rounded(
      given.filter(({ intent, ids }) => ids.includes(intent)).length /
        given.reduce((sum, { ids }) => sum + ids.length, 0),
    ),
    'strangers left alone':
      strangers.length === 0 ? undefined : share(strangers.map(({ text }) => detectTags(tags, text).length === 0)),
    auroc: strangers.length === 0 ? undefined : rounded(auroc(asked.map(score), strangers.map(score))),
    'ms a message': rounded((user + system) / 1000 / 50),
  };
}

function fewOf(train: readonly Labelled[], examples: number): Labelled[] {
  return [...Map.groupBy(train, ({ intent }) => intent).values()].flatMap((some) => shuffled(some).slice(0, examples));
}

function tagsOf(train: readonly Labelled[], minSimilarity: number): PolicyTag[] {
  return [...Map.groupBy(train, ({ intent }) => intent)].map(([intent, some]) => ({
    id: intent,
    name: intent,
    detect: { keywords: [], examples: some.map(({ text }) => text), minSimilarity },
    defaultDestinationId: null,
  }));
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const random = seeded(5);
  const drawn = items.map((item) => ({ item, order: random() }));
  return drawn.sort((left, right) => left.order - right.order).map(({ item }) => item);
}

function share(all: readonly boolean[]): number {
  return rounded(mean(all.map((has) => (has ? 1 : 0))));
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
