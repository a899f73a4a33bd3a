import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndex, search } from '../engine/engine.ts';
import { buildSegment } from '../../library/passages/build-segment.ts';

const segment = (documentId: string, text: string) =>
  buildSegment({
    documentId,
    version: 1,
    language: 'en',
    passages: [{ id: `${documentId}#0`, title: documentId, headingPath: [], text }],
  });

const texts = { parcels: 'Parcels arrive in two days.', letters: 'Letters arrive on Monday.', soup: 'Soup is hot.' };
const towards = { parcels: [0.6, 0.8], letters: [1, 0], soup: [0, 1] };

function indexWith(embedded: readonly (keyof typeof towards)[]) {
  const index = createIndex();
  for (const [id, text] of Object.entries(texts)) index.addSegment(segment(id, text));
  for (const id of embedded) index.setVectors(id, new Map([[`${id}#0`, Float32Array.from(towards[id])]]));
  return index;
}

const order = (index: ReturnType<typeof createIndex>, vector: Float32Array | null) =>
  search(index, { text: 'when do my parcels arrive', vector }).ranked;

test('if the question or the passages have no vectors, words alone decide', () => {
  const words = order(indexWith([]), null);
  assert.equal(words[0]?.documentId, 'parcels');
  assert.deepEqual(order(indexWith([]), Float32Array.of(0, 1)), words);
  assert.deepEqual(order(indexWith(['soup']), null), words);
});

test('a vector finds passages that words do not', () => {
  const ranked = order(indexWith(['parcels', 'letters', 'soup']), Float32Array.of(0, 1));
  const soup = ranked.find(({ documentId }) => documentId === 'soup');
  assert.deepEqual([soup?.vectorRank, soup?.lexicalRank], [1, null]);
});

test('a passage without a vector keeps its rank by words', () => {
  const ranked = order(indexWith(['letters', 'soup']), Float32Array.of(1, 0));
  assert.deepEqual(
    ranked.map(({ documentId, vectorRank }) => [documentId, vectorRank]),
    [
      ['parcels', null],
      ['letters', 1],
    ],
  );
});

test('vectors count towards the memory of an index, and are freed with their passages', () => {
  const index = indexWith([]);
  const empty = index.bytes;
  index.setVectors('soup', new Map([['soup#0', new Float32Array(512)]]));
  assert.equal(index.bytes, empty + 2048);
  assert.equal(index.hasVectors, true);
  index.removeSegment('soup');
  assert.equal(index.hasVectors, false);
});
