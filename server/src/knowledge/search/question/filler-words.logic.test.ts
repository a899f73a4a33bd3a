import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSegment } from '../../library/passages/build-segment.ts';
import { answerFrom, createIndex, search } from '../engine/index.ts';

const texts = {
  Rückgabe:
    'Zubehör können Sie innerhalb von 30 Tagen zurückgeben, wenn die Ware unbenutzt ist und das Etikett noch daran hängt. ' +
    'Das Geld erhalten Sie innerhalb von sieben Tagen zurück.',
  Akku: 'Laden Sie den Akku bei Zimmertemperatur. Eine volle Ladung dauert etwa vier Stunden.',
  Öffnungszeiten: 'Das Geschäft ist montags bis samstags von 10 bis 19 Uhr geöffnet. Parkplätze gibt es im Hof.',
};

const passages = Object.entries(texts).map(([title, text]) => ({ id: title, title, headingPath: [], text }));
const index = createIndex();
for (const passage of passages)
  index.addSegment(buildSegment({ documentId: passage.id, version: 1, language: 'de', passages: [passage] }));

/** The article that would answer, and the confidence; null if none is relevant. */
function answers(text: string): [string | undefined, number] | null {
  const draft = answerFrom(index, search(index, { text, language: 'de', vector: null }), { passages });
  return draft.kind === 'draft' ? [draft.citations[0]?.documentId, draft.confidence.value] : null;
}

for (const text of [
  'Können Sie mir das noch einmal erklären?',
  'Das ist eine Frechheit, wenn Sie das noch von mir haben wollen!',
])
  test(`small words of German alone find no answer: ${text}`, () => assert.equal(answers(text), null));

test('a German question with a subject is still answered', () => {
  for (const [text, title] of [
    ['Wie kann ich das Zubehör zurückgeben?', 'Rückgabe'],
    ['Wie lange dauert es, den Akku voll zu laden?', 'Akku'],
    ['Gibt es bei Ihnen Parkplätze?', 'Öffnungszeiten'],
  ] as const) {
    const found = answers(text);
    assert.equal(found?.[0], title, text);
    assert.ok(found[1] > 0.7, `${text} ${found[1]}`);
  }
});
