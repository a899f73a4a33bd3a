import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndex, rerankWithTexts, search } from '../engine/engine.ts';
import { buildSegment } from '../../library/passages/build-segment.ts';
import type { Ranked } from '../question/shapes.logic.ts';
import type { Passage } from '../../library/passages/passage.logic.ts';

const passage = (id: string, text: string): Passage => ({ id, title: 'Plans', headingPath: [], text });

function indexOf(passages: readonly Passage[], languageOf: (passage: Passage) => string = () => 'en') {
  const index = createIndex();
  for (const each of passages) {
    index.addSegment(buildSegment({ documentId: each.id, version: 1, language: languageOf(each), passages: [each] }));
  }
  return index;
}

const scattered = passage('scattered', 'The studio is open. Plans have a trial. It may end. A month is long.');
const together = passage(
  'said',
  'Many things can be done, by many people, in many ways and in many places. The studio trial ends after a month.',
);

test('a passage with the words in one sentence ranks before one with the words scattered', () => {
  const passages = [scattered, together];
  const index = indexOf(passages);
  const found = search(index, { text: 'studio trial month' });
  assert.equal(found.ranked[0]?.passageId, 'scattered', 'by counts alone it would be the wrong one');
  const again = rerankWithTexts(index, found, passages);
  assert.deepEqual(
    again.ranked.map(({ passageId }) => passageId),
    ['said', 'scattered'],
  );
  assert.deepEqual(
    again.candidates.map(({ ranked }) => ranked),
    again.ranked,
  );
});

test('passages without a text at hand keep their ranks', () => {
  const index = indexOf([scattered, together]);
  const found = search(index, { text: 'When does the studio trial end?' });
  assert.deepEqual(
    rerankWithTexts(index, found, []).ranked.map(({ passageId, score }) => [passageId, score]),
    found.ranked.map(({ passageId, score }) => [passageId, score]),
  );
});

test('a question about the subject of an article finds its opening, and one about a section finds that section', () => {
  const section = (id: string, heading: string, text: string): Passage => ({
    id,
    title: 'Reset your password',
    headingPath: [heading],
    text,
  });
  const passages = [
    section(
      'steps',
      'I have forgotten it',
      'Select Forgot password? and open the e-mail. Choose a new password. Enter the new password twice.',
    ),
    section(
      'mail',
      'The e-mail does not come',
      'Wait 10 minutes and look in the spam folder. Only the newest one works.',
    ),
    section(
      'apple',
      'I signed up with Apple',
      'There is no password to reset. Reset it at Apple, or set one in your account.',
    ),
  ];
  const index = indexOf(
    Array.from({ length: 20 }, (_, at) => passage(`other-${at}`, `Plan ${at} has a trial and a price.`)),
  );
  index.addSegment(buildSegment({ documentId: 'reset', version: 1, language: 'en', passages }));
  const first = (text: string) => rerankWithTexts(index, search(index, { text }), passages).ranked[0]?.passageId;
  assert.equal(first('reset my password'), 'steps');
  assert.equal(first('reset my password, I signed up with Apple'), 'apple');
});

test('a passage gains if it states a figure of the kind that the question asks for', () => {
  const passages = [
    passage('a', 'The fee of a transfer is low at 14:30 today.'),
    passage('b', 'The fee of a transfer is 15 EUR today.'),
  ];
  const index = indexOf(passages);
  const ahead = (ranked: readonly Ranked[]) =>
    ranked.reduce((sum, { passageId, score }) => sum + (passageId === 'b' ? score : -score), 0);
  const gain = (text: string) => {
    const found = search(index, { text });
    return ahead(rerankWithTexts(index, found, passages).ranked) - ahead(found.ranked);
  };
  assert.ok(gain('how much is a transfer') > 0.35);
  assert.ok(Math.abs(gain('is a transfer possible')) < 0.05);
});

test('a question for a price is not answered by the beginning of the article if its figures are no price', () => {
  const section = (id: string, headingPath: string[], text: string): Passage => ({
    id,
    title: 'Shipping costs',
    headingPath,
    text,
  });
  const passages = [
    section(
      'opening',
      [],
      'Shipping is done by us: orders placed before 14:00 are shipped on the same day, or a day later.',
    ),
    section('prices', ['By country'], 'Shipping is €4.90 within Germany, and to Austria €6.90.'),
  ];
  const index = indexOf(
    Array.from({ length: 20 }, (_, at) => passage(`other-${at}`, `Plan ${at} has a trial and a price.`)),
  );
  index.addSegment(buildSegment({ documentId: 'shipping', version: 1, language: 'en', passages }));
  const first = (text: string) => rerankWithTexts(index, search(index, { text }), passages).ranked[0]?.passageId;
  assert.equal(first('shipping costs'), 'opening');
  assert.equal(first('what does shipping cost'), 'prices');
});

test('the vector decides between equal passages, but not if the question depends on earlier messages', () => {
  const passages = [passage('a', 'Transfers are made by card.'), passage('b', 'Transfers are made by bank.')];
  const index = indexOf(passages);
  index.setVectors('a', new Map([['a', Float32Array.of(0.8, 0.6)]]));
  index.setVectors('b', new Map([['b', Float32Array.of(1, 0)]]));
  const vector = Float32Array.of(1, 0);
  const gain = (history: { from: 'customer'; text: string }[]) => {
    const found = search(index, { text: 'transfers', vector, history });
    const again = rerankWithTexts(index, found, passages);
    const by = (id: string) =>
      (again.ranked.find((each) => each.passageId === id)?.score ?? 0) -
      (found.ranked.find((each) => each.passageId === id)?.score ?? 0);
    return by('b') - by('a');
  };
  assert.ok(gain([]) > 0.2);
  assert.ok(Math.abs(gain([{ from: 'customer', text: 'Hello' }])) < 1e-9);
});

test('a passage without a vector keeps its rank by words', () => {
  const passages = [
    passage('best', 'Transfers of money are made on working days.'),
    passage('other', 'Money is here. Transfers of other things are made on other days of many other weeks.'),
  ];
  const index = indexOf(passages);
  index.setVectors('other', new Map([['other', Float32Array.of(1, 0)]]));
  const found = search(index, { text: 'transfers of money', vector: Float32Array.of(1, 0) });
  assert.equal(found.ranked[0]?.passageId, 'best');
  assert.equal(rerankWithTexts(index, found, passages).ranked[0]?.passageId, 'best');
});

const products = ['Purple', 'Orange', 'Green', 'Brown', 'Yellow', 'Silver', 'Bronze', 'Copper', 'Ivory', 'Crimson'];

test('among similar articles about many products, the name in the question decides, and a word in one title is not a name', () => {
  const article = (title: string, text: string): Passage => ({ id: title, title, headingPath: [], text });
  const passages = products.flatMap((name) => [
    article(`${name} account: fees`, 'The fee is 15 EUR. It is waived above 3,750 EUR.'),
    article(`${name} account: cards`, 'A card comes with it.'),
  ]);
  const gain = (known: readonly Passage[]) => {
    const index = indexOf(known);
    const found = search(index, { text: 'how do I stop the fee on purple' });
    const again = rerankWithTexts(index, found, known);
    const by = (id: string) =>
      (again.ranked.find(({ passageId }) => passageId === id)?.score ?? 0) -
      (found.ranked.find(({ passageId }) => passageId === id)?.score ?? 0);
    return by('Purple account: fees') - by('Orange account: fees');
  };
  const named = gain(passages);
  const inOneTitle = gain(passages.filter(({ id }) => id !== 'Purple account: cards'));
  assert.ok(named - inOneTitle > 0.3, `${named} ${inOneTitle}`);
});

test('a page in the language of the question ranks before pages in others, which are still found', () => {
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

const others = (...texts: string[]) => texts.map((text, at) => passage(`other${at}`, text));

/** How much more reranking adds to `a` than to `b`. */
function leadOf(text: string, both: readonly [a: Passage, b: Passage], more: readonly Passage[] = []): number {
  const index = createIndex();
  const documents = Map.groupBy([...both, ...more], ({ id }) => id.split('.')[0] ?? id);
  for (const [documentId, passages] of documents)
    index.addSegment(buildSegment({ documentId, version: 1, language: 'en', passages }));
  const found = search(index, { text });
  const again = rerankWithTexts(index, found, [...both, ...more]);
  const gained = (id: string) => {
    const [before, after] = [found, again].map(({ ranked }) => ranked.find((each) => each.passageId === id)?.score);
    assert.ok(before !== undefined && after !== undefined, `${id} is found`);
    return after - before;
  };
  const [a, b] = both;
  return gained(a.id) - gained(b.id);
}
const under = (id: string, headings: string[], text: string): Passage => ({
  ...passage(id, text),
  headingPath: headings,
});
const entitled = (id: string, title: string, text: string): Passage => ({ ...passage(id, text), title });

test('a sentence with more of the question counts, relative to the sentence with the most', () => {
  // The heading contains both words, so the two are equal under it.
  const both = [
    under('a', ['Transfers by card'], 'Transfers are always and everywhere made by card.'),
    under('b', ['Transfers by card'], 'Transfers are always made. By card, too.'),
  ] as const;
  const lead = leadOf('transfers card', both);
  assert.ok(lead > 0.1 && lead < 0.6, `${lead}`);
});

test('the headings above a sentence count as part of it', () => {
  const both = [under('a', ['Abroad'], 'Transfers are made.'), under('b', ['At home'], 'Transfers are made.')] as const;
  const more = others('We live abroad.', 'They live abroad.', 'Who is abroad?', 'Go abroad.');
  assert.ok(leadOf('transfers abroad', both, more) > 0.1);
});

test('words that are together in the question count if they are together in a sentence', () => {
  const both = [
    passage('a', 'Gold plus accounts have many, really very many more cards.'),
    passage('b', 'Gold accounts have many, really very many more cards plus.'),
  ] as const;
  assert.ok(leadOf('gold plus', both) > 0.3);
});

test('an article that contains the heaviest word anywhere gains', () => {
  const both = [passage('a.0', 'Transfers are made by card.'), passage('b.0', 'Transfers are made by bank.')] as const;
  assert.ok(leadOf('transfers zloty', both, [passage('a.1', 'The zloty is a coin.')]) > 0.1);
});

test('a title whose words the question contains counts', () => {
  const both = [
    entitled('a', 'Transfers', 'Transfers are made by card.'),
    entitled('b', 'Deliveries', 'Transfers are made by card.'),
  ] as const;
  assert.ok(leadOf('transfers', both) > 0.1);
});

test('the first passage of an article counts more than the following ones', () => {
  const both = [passage('a.0', 'Transfers are made by card.'), passage('a.1', 'Transfers are made by bank.')] as const;
  assert.ok(leadOf('transfers', both) > 0.1);
});

test('passages after the first twenty are not reranked', () => {
  const passages = Array.from({ length: 25 }, (_, at) =>
    passage(`p${at}`, `Transfers are made${' as ever'.repeat(at)}.`),
  );
  const index = indexOf(passages);
  const found = search(index, { text: 'transfers', limit: 25 });
  const again = rerankWithTexts(index, found, passages);
  const gained = again.ranked.map(
    ({ passageId, score }) => score - (found.ranked.find((each) => each.passageId === passageId)?.score ?? 0),
  );
  assert.equal(gained.length, 25);
  assert.ok(gained.slice(0, 20).every((each) => each > 0));
  assert.deepEqual(gained.slice(20), [0, 0, 0, 0, 0]);
});
