import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFrom, neighboursOfFirst, createIndex, rerankWithTexts, search } from '../engine/index.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';
import { buildSegment } from '../../library/passages/build-segment.ts';

const section = (at: number, heading: string, text: string): Passage => ({
  id: `p${at}`,
  title: 'Founder cards',
  headingPath: heading === '' ? [] : [heading],
  text,
});

function answered(question: string, passages: readonly Passage[], hidden: readonly string[] = []) {
  const index = createIndex();
  index.addSegment(buildSegment({ documentId: 'd', version: 3, language: 'en', passages }));
  const found = rerankWithTexts(index, search(index, { text: question }), passages);
  const beside = neighboursOfFirst(index, found).filter((id) => !hidden.includes(id));
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const draft = answerFrom(index, found, { passages, beside: beside.flatMap((id) => byId.get(id) ?? []) });
  assert.ok(draft.kind === 'draft', question);
  return draft;
}

const long = (words: string, characters: number) =>
  `${words} ${'More is written here. '.repeat(characters / 22)}`.trim();
const request = section(0, 'Requesting', 'You can request up to three.');
const loss = section(1, 'When a founder card is lost', 'Report that a founder card is lost at once.');
const spending = section(2, 'Spending', 'Each has a limit of its own.');

test('short sections are shown together: the found one first, the others in reading order, each under its heading', () => {
  const { text, citations } = answered('my founder card is lost', [request, loss, spending]);
  assert.equal(
    text,
    [
      `**When a founder card is lost**\n\n${loss.text}`,
      `**Requesting**\n\n${request.text}`,
      `**Spending**\n\n${spending.text}`,
    ].join('\n\n'),
  );
  assert.deepEqual(
    citations.map(({ passageId, documentId, version, quote }) => [passageId, documentId, version, quote]),
    [
      ['p1', 'd', 3, loss.text],
      ['p0', 'd', 3, request.text],
      ['p2', 'd', 3, spending.text],
    ],
  );
});

test('a section is shown whole or not at all, and no section behind one that does not fit is shown', () => {
  const { text } = answered('my founder card is lost', [
    section(0, 'Far', 'This is far away.'),
    section(1, 'Large', long('A large one.', 880)),
    { ...loss, id: 'p2' },
    { ...spending, id: 'p3' },
  ]);
  assert.match(text, /lost at once.*limit of its own/s);
  assert.doesNotMatch(text, /large one|far away/);
});

test('a section with a question as its heading stands alone and is not added to another answer', () => {
  const asked = section(1, 'What if a founder card is lost?', loss.text);
  const alone = answered('my founder card is lost', [request, asked, spending]);
  assert.deepEqual([alone.text, alone.citations.length], [loss.text, 1]);
  const other = section(2, 'Is there a limit?', spending.text);
  assert.doesNotMatch(answered('my founder card is lost', [request, loss, other]).text, /limit/);
});

test('passages that were cut for their length continue under one heading, in order', () => {
  const [first, second] = ['Call us. Then a founder card that is lost is blocked.', 'After that we send another.'];
  const { text } = answered('founder card lost blocked', [section(0, 'Loss', first), section(1, 'Loss', second)]);
  assert.equal(text, `**Loss**\n\n${first}\n\n${second}`);
});

test('a section that may not be shown is left out, and a section without headings gets none', () => {
  assert.doesNotMatch(
    answered('my founder card is lost', [request, loss, spending], ['p0']).text,
    /Requesting|up to three/,
  );
  const { text } = answered('founder card lost', [section(0, '', loss.text), spending]);
  assert.equal(text, `${loss.text}\n\n**Spending**\n\n${spending.text}`);
});

test('the side that contains more of the question comes first and takes the room', () => {
  const shown = section(1, 'When a founder card is lost', loss.text);
  const telling = (at: number) => section(at, 'Then', long('A lost founder card is blocked.', 460));
  const silent = (at: number) => section(at, 'Spending', long('Each has a limit of its own.', 460));
  const before = answered('my founder card is lost', [telling(0), shown, silent(2)]).text;
  assert.match(before, /is blocked/);
  assert.doesNotMatch(before, /limit/);
  const after = answered('my founder card is lost', [silent(0), shown, telling(2)]).text;
  assert.match(after, /is blocked/);
  assert.doesNotMatch(after, /limit/);
});

test('at most four sections on each side are added', () => {
  const more = Array.from({ length: 6 }, (_, at) => section(at + 1, `Part ${at + 1}`, `Piece ${at + 1}.`));
  const { citations } = answered('founder card lost', [section(0, 'Loss', loss.text), ...more]);
  assert.deepEqual(
    citations.map(({ passageId }) => passageId),
    ['p0', 'p1', 'p2', 'p3', 'p4'],
  );
});

test('an introduction is shown with the first section below it, even if that one has a question as its heading', () => {
  const passages = [
    section(0, '', 'A founder card can be cancelled at any time.'),
    section(1, 'How do I cancel one?', 'Open the plans and select it.'),
    section(2, 'When does it end?', 'At the end of the month.'),
  ];
  const { text } = answered('founder card', passages);
  assert.equal(
    text,
    'A founder card can be cancelled at any time.\n\n**How do I cancel one?**\n\nOpen the plans and select it.',
  );
});

test('a section under a code is complete: it is shown alone, and added to no other', () => {
  const codes = [
    section(0, 'E3: motor', 'The pin does not move.'),
    section(1, 'E4: boiler', 'Switch the boiler off.'),
    { ...loss, id: 'p2' },
  ];
  assert.equal(answered('What is E4?', codes).text, 'Switch the boiler off.');
  assert.doesNotMatch(answered('my founder card is lost', codes).text, /pin|boiler/);
});
