import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSegment, createIndex, readAgain, search } from './engine.ts';
import type { Passage } from './shapes.logic.ts';

const passage = (id: string, text: string): Passage => ({ id, title: 'Plans', headingPath: [], text });

function indexOf(passages: readonly Passage[], languageOf: (passage: Passage) => string = () => 'en') {
  const index = createIndex();
  for (const each of passages) {
    index.addSegment(buildSegment({ documentId: each.id, version: 1, language: languageOf(each), passages: [each] }));
  }
  return index;
}

const scattered = passage('scattered', 'The studio is open. Plans have a trial. It may end. A month is long.');
const said = passage(
  'said',
  'Many things can be done, by many people, in many ways and in many places. The studio trial ends after a month.',
);

test('a passage that says it in one sentence comes before one that mentions the words here and there', () => {
  const passages = [scattered, said];
  const index = indexOf(passages);
  const found = search(index, { text: 'studio trial month' });
  assert.equal(found.ranked[0]?.passageId, 'scattered', 'by counts alone it would be the wrong one');
  const again = readAgain(index, found, passages);
  assert.deepEqual(
    again.ranked.map(({ passageId }) => passageId),
    ['said', 'scattered'],
  );
  assert.deepEqual(
    again.candidates.map(({ ranked }) => ranked),
    again.ranked,
  );
});

test('passages whose texts are not at hand keep their places', () => {
  const index = indexOf([scattered, said]);
  const found = search(index, { text: 'When does the studio trial end?' });
  assert.deepEqual(
    readAgain(index, found, []).ranked.map(({ passageId, score }) => [passageId, score]),
    found.ranked.map(({ passageId, score }) => [passageId, score]),
  );
});

test('a page in the language of the question comes before one in another, and is not the only one', () => {
  const passages = [
    passage('en', 'Login with Studio Connect. Login, login.'),
    passage('de', 'Login mit Studio Connect für Gäste.'),
  ];
  const index = indexOf(passages, ({ id }) => id);
  const idsFor = (language?: string) =>
    search(index, { text: 'Login Studio Connect', ...(language ? { language } : {}) }).ranked.map(
      (each) => each.passageId,
    );
  assert.deepEqual(idsFor('de-AT'), ['de', 'en']);
  assert.deepEqual(idsFor('en'), ['en', 'de']);
  assert.deepEqual(idsFor(), ['en', 'de'], 'of an unknown language words alone decide');
});
