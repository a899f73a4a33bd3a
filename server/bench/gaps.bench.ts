/**
 * `npx node server/bench/gaps.bench.ts --clinc DIR --banking DIR`: measures whether questions with the same intent become one gap, and
 * others do not.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { topicOf } from '../src/knowledge/search/text/topic.logic.ts';
import { stemEnglish } from '../src/platform/text/english-stem.logic.ts';
import { type GapQuestion, groupingOf } from '../src/knowledge/insight/use/gaps.logic.ts';
import { fewOf, intentsOf, type Labelled, shuffled } from './measuring/intents.ts';
import { seeded } from './measuring/measures.ts';
import { lines } from './corpora/sets.ts';
import { vectorsOf } from './corpora/vectors.ts';

const { values } = parseArgs({ options: { clinc: { type: 'string' }, banking: { type: 'string' } } });
if (!values.clinc || !values.banking) throw new Error('--clinc DIR --banking DIR');

const desks = 30;
const topics = 7;
const strangers = 10;

const read = (...path: string[]) => lines<Labelled>(join(...path));
const sources = { clinc: read(values.clinc, 'train.jsonl'), banking: read(values.banking, 'train.jsonl') };
// Questions about subjects that nobody else asks about.
const alone = read(values.clinc, 'oos_train.jsonl').map(({ text }, at) => ({ text, intent: `alone ${at}` }));
const drawn = Object.entries(sources).map(([source, messages]) => ({
  source,
  asked: Array.from({ length: desks }, (_, seed) => askedOf(messages, seed)),
}));
const vectorOf = await vectorsOf(
  drawn.flatMap(({ asked }) => asked.flat().map(({ text }) => text)),
  'gaps-',
);

console.log(
  `${desks} desks: ${topics} topics of three to eight questions, and ${strangers} questions that nobody else asks`,
);
console.table(
  drawn.flatMap(({ source, asked }) => [
    { source, by: 'words', ...measured(asked, () => null) },
    { source, by: 'words and vectors', ...measured(asked, vectorOf) },
  ]),
);

function askedOf(messages: readonly Labelled[], seed: number): Labelled[] {
  const random = seeded(seed);
  const chosen = shuffled(intentsOf(messages), seed).slice(0, topics);
  const some = chosen.flatMap((intent) =>
    fewOf(
      messages.filter((one) => one.intent === intent),
      3 + Math.floor(random() * 6),
      seed,
    ),
  );
  return shuffled([...some, ...shuffled(alone, seed).slice(0, strangers)], seed);
}

/** Over pairs of questions: precision counts pairs with one intent among the grouped, recall the grouped among those with one intent. */
function measured(asked: readonly Labelled[][], vectorFor: (text: string) => Float32Array | null) {
  let [together, same, both] = [0, 0, 0];
  for (const messages of asked) {
    const gapOf = gapsInTurn(messages, vectorFor);
    for (const [at, one] of messages.entries())
      for (const [ahead, other] of messages.slice(at + 1).entries()) {
        const isOne = gapOf[at] === gapOf[at + 1 + ahead];
        if (isOne) together++;
        if (one.intent === other.intent) same++;
        if (isOne && one.intent === other.intent) both++;
      }
  }
  return { precision: (both / together).toFixed(2), recall: (both / same).toFixed(2) };
}

/** Groups the questions one after another, as customers ask them. */
function gapsInTurn(
  messages: readonly Labelled[],
  vectorFor: (text: string) => Float32Array | null,
): (string | null)[] {
  const known: GapQuestion[] = [];
  for (const [at, { text }] of messages.entries()) {
    const id = String(at).padStart(3, '0');
    const asked = { id, gapId: null, stems: topicOf(text, stemEnglish).stems, vector: vectorFor(text) };
    const { gaps, joined } = groupingOf([asked], known);
    known.push({ ...asked, gapId: gaps.get(id) ?? id });
    for (const { from, into } of joined) for (const one of known) if (one.gapId === from) one.gapId = into;
  }
  return known.map(({ gapId }) => gapId);
}
