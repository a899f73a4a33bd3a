import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance } from '../../../../test/promises/chance.ts';
import { candidateIndex, buildLearned, createIndex, search, type LiveIndex, type Question } from '../engine/index.ts';
import type { Segment } from '../../library/passages/segment.logic.ts';
import { buildSegment } from '../../library/passages/build-segment.ts';

// After any changes, an index must rank like a new one: its lists are built when a question first needs them and must
// follow later changes. Scores are sums that are added in another order after changes, so their last bits are not compared.

const random = chance();
const words =
  'lamp lamps chair chairs box boxes screw return returned parcel parcels bicycle delivery delivered refund'.split(' ');
const sentence = (length: number) => Array.from({ length }, () => random.pick(words)).join(' ');
const ids = ['one', 'two', 'three', 'four', 'five', 'six'];

interface SampleDocument {
  segment: Segment;
  learned: Segment | null;
  vectors: Map<string, Float32Array>;
}

function document(documentId: string, version: number): SampleDocument {
  const passages = Array.from({ length: random.between(1, 4) }, (_, at) => ({
    id: `${documentId}${version}-${at}`,
    title: sentence(2),
    headingPath: [],
    text: sentence(random.between(1, 30)),
  }));
  // A round trip through JSON, as through the database.
  const segment: Segment = JSON.parse(
    JSON.stringify(buildSegment({ documentId, version, language: random.pick(['en', 'de']), passages })),
  );
  const asked = random.next() < 0.3 ? [{ id: `q${documentId}`, text: sentence(4), answeredBy: null }] : [];
  const vectors = passages.map(({ id }) => [id, Float32Array.of(random.next(), random.next())] as const);
  return { segment, learned: buildLearned(segment, asked), vectors: new Map(vectors) };
}

function put(index: LiveIndex, { segment, learned, vectors }: SampleDocument): void {
  index.addSegment(segment, learned);
  index.setVectors(segment.documentId, vectors);
}

/**
 * Adds a document as a large one is added: in parts, after another version that was given up. Hidden passages are then
 * cleared in small steps.
 */
function putInParts(index: LiveIndex, { segment, learned, vectors }: SampleDocument): void {
  index.stage({ ...segment, version: segment.version + 1000 });
  for (const passage of segment.passages) index.stage({ ...segment, passages: [passage] }, vectors);
  index.show(segment.documentId, learned);
  while (!index.clear(random.between(1, 3)));
}

function filled(documents: Iterable<SampleDocument>): LiveIndex {
  const index = createIndex();
  for (const each of documents) put(index, each);
  return index;
}

// All results, sorted by id: differences in the last bits may swap two equal ones.
const scoresIn = (index: LiveIndex, asked: Question) =>
  search(index, { ...asked, limit: 100 })
    .ranked.map(({ passageId, score, parts }) => [passageId, ...[score, ...Object.values(parts)].map(rounded)])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
const rounded = (score: number) => Math.fround(score);

const question = () => ({
  text: `${sentence(random.between(1, 6))} ${random.pick(['parsels', 'chiars', 'refnd', ''])}`,
  vector: Float32Array.of(random.next(), random.next()),
});

test(`an index ranks like a new one after questions and changes (seed ${random.seed})`, () => {
  const now = new Map<string, SampleDocument>();
  const index = createIndex();
  let found = 0;
  for (let step = 0; step < 400; step++) {
    const id = random.pick(ids);
    if (random.next() < 0.3) {
      index.removeSegment(id);
      now.delete(id);
    } else {
      now.set(id, document(id, step));
      (random.next() < 0.3 ? putInParts : put)(index, now.get(id) ?? document(id, step));
    }
    const fresh = filled(now.values());
    for (const asked of [question(), question()]) {
      const scores = scoresIn(index, asked);
      assert.deepEqual(scores, scoresIn(fresh, asked), `${step}: ${asked.text}`);
      found += scores.length;
    }
  }
  assert.ok(found > 1_000, 'something was found');
});

test('an index that becomes lean after questions and changes has the same counts as one that was lean from the start', () => {
  const documents = ids.map((id, at) => document(id, at));
  const index = filled(documents);
  search(index, question());
  documents[0] = document('one', 9);
  put(index, documents[0]);
  index.makeLean();
  const lean = leanIndexOf(documents);
  for (let round = 0; round < 50; round++) assertRankedAlike(index, lean, question());
});

test('a lean index counts a document that is removed and added again', () => {
  const documents = ids.map((id, at) => document(id, at));
  const changed = leanIndexOf(documents);
  // Its passages get the places of those that were removed, which were the last ones entered.
  const last = documents.at(-1);
  assert.ok(last);
  changed.removeSegment(last.segment.documentId);
  put(changed, last);
  const fresh = leanIndexOf(documents);
  for (let round = 0; round < 50; round++) assertRankedAlike(changed, fresh, question());
});

function leanIndexOf(documents: readonly Parameters<typeof put>[1][]): LiveIndex {
  const lean = createIndex();
  lean.makeLean();
  for (const each of documents) put(lean, each);
  return lean;
}

function assertRankedAlike(one: LiveIndex, other: LiveIndex, asked: ReturnType<typeof question>): void {
  const ranked = (of: LiveIndex) =>
    search(candidateIndex(of, asked, { documentIds: ids, cosines: null }), asked).ranked;
  assert.deepEqual(ranked(one), ranked(other));
}

test('a staged version is not found before it is shown, and the version that it replaces is found until then', () => {
  const index = createIndex();
  const passage = (id: string, text: string) => ({ id, title: 'Lamps', headingPath: [], text });
  const version = (number: number, ...passages: ReturnType<typeof passage>[]) =>
    buildSegment({ documentId: 'lamps', version: number, language: 'en', passages });
  const found = () => search(index, { text: 'lamps for the bicycle' }).ranked.map(({ passageId }) => passageId);
  index.addSegment(version(1, passage('old', 'Lamps for the bicycle.')));
  index.stage(version(2, passage('new 1', 'Bicycle lamps of another kind.')));
  index.stage(version(2, passage('new 2', 'Lamps.')));
  assert.deepEqual([found(), index.stagedOf('lamps')?.sections], [['old'], 2]);
  index.show('lamps', null);
  assert.deepEqual([found().toSorted(), index.stagedOf('lamps')], [['new 1', 'new 2'], null]);
  index.stage(version(3, passage('never', 'Lamps for the bicycle.')));
  index.withdraw('lamps');
  index.clear();
  assert.deepEqual([found().toSorted(), index.passages], [['new 1', 'new 2'], 2]);
});
