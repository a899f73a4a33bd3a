import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  candidateIndex,
  createIndex,
  shortlistDocuments,
  rerankWithTexts,
  search,
  type LiveIndex,
} from '../engine/index.ts';
import { buildSegment } from '../../library/passages/build-segment.ts';

const texts: Record<string, string[]> = {
  lamp: ['The lamp is repaired free of charge for two years.', 'Send the lamp back in its box.'],
  chair: ['A chair that is broken is replaced.', 'Chairs are delivered on a pallet, in a box.'],
  carpet: ['Carpets are cut to size and cannot be returned.', 'A box of samples is free.'],
  shelf: ['The shelf hangs on two screws.', 'Screws are in the box with the shelf.'],
};

const passageOf = (id: string, text: string, at: number) => ({ id: `${id}${at}`, title: id, headingPath: [], text });

function indexOf(kind: 'whole' | 'lean'): LiveIndex {
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
  'is returning possible',
  'is a defective chair exchanged',
  'box',
];
const all = Object.keys(texts);

for (const text of questions) {
  test(`all documents as candidates rank the same as in the whole index: ${text}`, () => {
    const lean = indexOf('lean');
    const view = candidateIndex(lean, { text }, { documentIds: all, cosines: null });
    const expected = search(whole, { text }).ranked;
    assert.ok(expected.length > 0);
    assert.deepEqual(search(view, { text }).ranked, expected);
    const read = Object.entries(texts).flatMap(([id, passages]) => passages.map((each, at) => passageOf(id, each, at)));
    const again = rerankWithTexts(whole, search(whole, { text }), read).ranked;
    assert.notDeepEqual(again, expected);
    assert.deepEqual(rerankWithTexts(view, search(view, { text }), read).ranked, again);
  });
}

test('a candidate alone has the same score as among all passages, because all of them count', () => {
  const lean = indexOf('lean');
  const text = 'where are the screws';
  const view = candidateIndex(lean, { text }, { documentIds: ['shelf'], cosines: null });
  const [best] = search(whole, { text }).candidates;
  const [alone] = search(view, { text }).candidates;
  assert.equal(best?.ranked.documentId, 'shelf');
  assert.deepEqual(alone?.raw, best?.raw);
});

test('a lean index keeps everything that ranking needs, and follows changes', () => {
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

test('the shortlist has the documents whose passages contain most of the question', () => {
  const lean = indexOf('lean');
  const chosen = (text: string, most: number) => shortlistDocuments(lean, { text }, most);
  assert.deepEqual(chosen('screws of the shelf', 2), ['shelf']);
  assert.deepEqual(chosen('a broken chair in a box', 4)[0], 'chair');
  assert.equal(chosen('a broken chair in a box', 100).length, 4);
  // At least one document, however long it is.
  assert.deepEqual(chosen('screws of the shelf', 1), ['shelf']);
  assert.deepEqual(chosen('zeppelin', 100), []);
});

test('the shortlist has only documents that the question may show, and follows changes', () => {
  const index = indexOf('whole');
  index.makeLean();
  const chosen = (includes?: (id: string) => boolean) =>
    shortlistDocuments(index, { text: 'a box', ...(includes && { includes }) }, 100).toSorted();
  assert.deepEqual(chosen(), all.toSorted());
  assert.deepEqual(
    chosen((id) => id !== 'chair'),
    ['carpet', 'lamp', 'shelf'],
  );
  index.removeSegment('lamp');
  // Staged passages are not shown yet.
  const passages = [passageOf('new', 'A new box.', 0)];
  index.stage(buildSegment({ documentId: 'new', version: 1, language: 'en', passages }));
  assert.deepEqual(chosen(), ['carpet', 'chair', 'shelf']);
  index.show('new', null);
  assert.deepEqual(chosen(), ['carpet', 'chair', 'new', 'shelf']);
});

test('the shortlist is in order, however many documents contain the words', () => {
  const index = createIndex();
  index.makeLean();
  const number = (at: number) => String(at).padStart(4, '0');
  for (let at = 0; at < 1_500; at++) {
    const passages = [passageOf(`d${number(at)}`, `${'screw '.repeat(1 + (at % 3))}hook`, 0)];
    index.addSegment(buildSegment({ documentId: `d${number(at)}`, version: 1, language: 'en', passages }));
  }
  const chosen = shortlistDocuments(index, { text: 'screw' }, 1_200);
  const byScore = Array.from({ length: 1_500 }, (_, at) => at).toSorted((a, b) => (b % 3) - (a % 3) || a - b);
  assert.deepEqual(
    chosen,
    byScore.slice(0, 1_200).map((at) => `d${number(at)}`),
  );
});

test('vectors of candidates count the same as among all passages', () => {
  const [near, far] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  const index = indexOf('whole');
  const cosines = new Map<string, number>();
  for (const [id, passages] of Object.entries(texts)) {
    const vectors = new Map(passages.map((_, at) => [`${id}${at}`, id === 'carpet' ? near : far]));
    index.setVectors(id, vectors);
    for (const [passageId, vector] of vectors) cosines.set(passageId, vector[0] ?? 0);
  }
  const asked = { text: 'box', vector: near };
  const expected = search(index, asked).ranked;
  assert.notDeepEqual(expected, search(whole, asked).ranked, 'it matters');
  const view = candidateIndex(indexOf('lean'), asked, { documentIds: all, cosines });
  assert.deepEqual(search(view, asked).ranked, expected);
});

test('one passage with all of the words ranks before many with a few each, and a rare word before common ones', () => {
  const index = createIndex();
  index.makeLean();
  const adds = (id: string, ...contents: string[]) =>
    index.addSegment(
      buildSegment({
        documentId: id,
        version: 1,
        language: 'en',
        passages: contents.map((text, at) => passageOf(id, text, at)),
      }),
    );
  adds('one', 'Screws, hooks and dowels.');
  adds('many', ...Array.from({ length: 9 }, () => 'Screws, or hooks.'));
  adds('rare', 'A zeppelin.');
  adds('common', 'Screws here.');
  assert.equal(shortlistDocuments(index, { text: 'screws hooks dowels' }, 1)[0], 'one');
  assert.equal(shortlistDocuments(index, { text: 'zeppelin screws' }, 1)[0], 'rare');
});
