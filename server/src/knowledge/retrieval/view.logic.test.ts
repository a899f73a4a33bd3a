import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askedStems,
  buildSegment,
  candidateIndex,
  createIndex,
  likeliest,
  readAgain,
  search,
  type Index,
} from './index.ts';

const texts: Record<string, string[]> = {
  lamp: ['The lamp is repaired free of charge for two years.', 'Send the lamp back in its box.'],
  chair: ['A chair that is broken is replaced.', 'Chairs are delivered on a pallet, in a box.'],
  carpet: ['Carpets are cut to size and cannot be returned.', 'A box of samples is free.'],
  shelf: ['The shelf hangs on two screws.', 'Screws are in the box with the shelf.'],
};

const passageOf = (id: string, text: string, at: number) => ({ id: `${id}${at}`, title: id, headingPath: [], text });

function indexOf(kind: 'whole' | 'lean'): Index {
  const index = createIndex();
  if (kind === 'lean') index.makeLean();
  for (const [id, passages] of Object.entries(texts)) {
    const of = passages.map((text, at) => passageOf(id, text, at));
    index.addSegment(buildSegment({ documentId: id, version: 1, language: 'en', passages: of }));
  }
  return index;
}

const whole = indexOf('whole');
const questions = [
  'is a broken chair replaced',
  'can I return the carpt',
  'where are the screws',
  'free box of samples',
  'box',
];
const all = Object.keys(texts);

for (const text of questions) {
  test(`all documents as candidates are ranked like the whole: ${text}`, () => {
    const lean = indexOf('lean');
    const view = candidateIndex(lean, { text }, { documentIds: all, cosines: null });
    const expected = search(whole, { text }).ranked;
    assert.ok(expected.length > 0);
    assert.deepEqual(search(view, { text }).ranked, expected);
    const read = Object.entries(texts).flatMap(([id, passages]) => passages.map((each, at) => passageOf(id, each, at)));
    const again = readAgain(whole, search(whole, { text }), read).ranked;
    assert.notDeepEqual(again, expected);
    assert.deepEqual(readAgain(view, search(view, { text }), read).ranked, again);
  });
}

test('what the others hold counts: a candidate alone has the score that it has among all', () => {
  const lean = indexOf('lean');
  const text = 'where are the screws';
  const view = candidateIndex(lean, { text }, { documentIds: ['shelf'], cosines: null });
  const [best] = search(whole, { text }).candidates;
  const [alone] = search(view, { text }).candidates;
  assert.equal(best?.ranked.documentId, 'shelf');
  assert.deepEqual(alone?.raw, best?.raw);
});

test('an index that becomes lean forgets nothing that ranking needs, and follows changes', () => {
  const index = indexOf('whole');
  const before = index.bytes;
  index.makeLean();
  assert.ok(index.bytes < before);
  index.removeSegment('lamp');
  const { lamp: _, ...others } = texts;
  const fresh = createIndex();
  for (const [id, passages] of Object.entries(others)) {
    const of = passages.map((text, at) => ({ id: `${id}${at}`, title: id, headingPath: [], text }));
    fresh.addSegment(buildSegment({ documentId: id, version: 1, language: 'en', passages: of }));
  }
  const text = 'a free box';
  const view = candidateIndex(index, { text }, { documentIds: Object.keys(others), cosines: null });
  assert.deepEqual(search(view, { text }).ranked, search(fresh, { text }).ranked);
});

test('the database is asked for the rarest stems, for as many as stand in few enough passages, and for one at least', () => {
  const lean = indexOf('lean');
  const asked = (text: string, most: number) => askedStems(lean, { text }, most);
  const all = asked('screws in a box of samples', 100);
  assert.deepEqual(all.stems.slice(0, 1), ['sampl']);
  assert.ok(all.stems.includes('box') && all.passages >= 7);
  assert.equal(asked('screws in a box of samples', 3).stems.includes('box'), false);
  assert.deepEqual(asked('box', 1), { stems: ['box'], passages: 4 });
  assert.deepEqual(asked('', 10), { stems: [], passages: 0 });
});

test('of many documents those are ranked whose passages say most of the question', () => {
  const lean = indexOf('lean');
  const chosen = (text: string, most: number) => likeliest(lean, { text }, { documentIds: all, most });
  assert.deepEqual(chosen('screws of the shelf', 2), ['shelf']);
  assert.deepEqual(chosen('a broken chair in a box', 4)[0], 'chair');
  assert.equal(chosen('a broken chair in a box', 100).length, 4);
  // One at least, however long it is.
  assert.deepEqual(chosen('screws of the shelf', 1), ['shelf']);
});
