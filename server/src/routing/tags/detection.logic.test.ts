import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aTag } from '../../../test/policy.ts';
import { defaultMinSimilarity, detectTags, textsToEmbed } from './detection.logic.ts';
import { trainEmbeddingClassifier } from './classifier/embedding-classifier.logic.ts';
import type { PolicyTag } from '../policy/policy.logic.ts';
import { trainTags } from './classifier/tag-classifier.logic.ts';
import { examplesOf } from './classifier/tag-examples.logic.ts';

/** Detects tags as a desk without vectors does. */
const detect = (tags: readonly PolicyTag[], text: string, subject: string | null = null) =>
  detectTags({ tags, classifier: trainTags(examplesOf(tags)) }, { subject, text });

const keyworded = (...keywords: string[]): PolicyTag[] => [
  aTag('t', { detect: { keywords, examples: [], minSimilarity: 0 } }),
];

const keywordRows: readonly (readonly [keyword: string, text: string, expected: boolean])[] = [
  ['refund', 'I would like a refund', true],
  ['refund', 'You REFUNDED the wrong order', true],
  ['refund', 'no refunds?', true],
  ['cancel', 'I cancelled it', true],
  ['cancellation', 'how do I cancel', true],
  ['delivery', 'two deliveries are late', true],
  ['invoice', 'invoicing is wrong', true],
  ['ship', 'when is it shipped', true],
  ['car', 'my card is broken', false],
  ['car', 'take care', false],
  ['art', 'where do I start', false],
  ['gift card', 'do you sell gift cards', true],
  ['gift card', 'the card is a gift', false],
  ['café', 'das CAFE ist zu', true],
  ['Rechnung', 'Zwei Rechnungen fehlen', true],
  ['Straße', 'neue STRASSE', true],
  ['devolución', 'quiero hacer dos devoluciones', true],
  ['vip', 'v\u200bip', true],
  ['sms', 'no SMS arrives', true],
  ['!!!', 'hello!!!', false],
];
for (const [keyword, text, expected] of keywordRows) {
  test(`the keyword "${keyword}" ${expected ? 'is' : 'is not'} in "${text}"`, () => {
    assert.deepEqual(detect(keyworded(keyword), text), expected ? [{ id: 't', score: 1 }] : []);
  });
}

// An invented plant subscription: eight tags with six examples each, then possible messages of customers.
const examples: Readonly<Record<string, readonly string[]>> = {
  billing: [
    'Where can I find my invoice?',
    'I was billed for two boxes',
    'Which payment methods do you take?',
    'My card was declined at checkout',
    'Can I pay by bank transfer?',
    'The amount on my receipt is wrong',
  ],
  delivery: [
    'Where is my parcel?',
    'The box has not arrived yet',
    'Which carrier do you use?',
    'How long does delivery take?',
    'Can I change the delivery day?',
    'Tracking has not moved for days',
  ],
  care: [
    'The leaves are turning yellow',
    'How often should I water my fern?',
    'Does it need direct sunlight?',
    'There are small flies in the soil',
    'When should I repot it?',
    'The tips are brown and dry',
  ],
  damage: [
    'The pot arrived broken',
    'The plant was crushed in the box',
    'Soil spilled everywhere and a stem is snapped',
    'My plant came damaged',
    'It was frozen when I opened the parcel',
    'The ceramic pot has a crack',
  ],
  subscription: [
    'How do I pause my subscription?',
    'Can I skip next month?',
    'I want to switch to the small plan',
    'How do I cancel my plan?',
    'Can I change my plan to every two months?',
    'When does my subscription renew?',
  ],
  account: [
    'I forgot my password',
    'I cannot log in',
    'How do I change my e-mail address?',
    'The reset link does not work',
    'How do I delete my profile?',
    'I do not receive the sign-in code',
  ],
  gift: [
    'Can I send a box as a gift?',
    'Do you sell gift cards?',
    'How do I redeem a voucher?',
    'Can I add a greeting card to the present?',
    'My gift code is not accepted',
    'When does a gift card expire?',
  ],
  wholesale: [
    'Do you sell to shops?',
    'We need forty plants for our office',
    'Is there a discount for large orders?',
    'I run a florist and want to resell',
    'Can we get a quote for a company event?',
    'Do you have trade prices?',
  ],
};

const messages: Readonly<Record<string, readonly string[]>> = {
  billing: [
    'please send the invoice for March again',
    'why was my card declined',
    'do you accept paypal as payment method',
    'the receipt shows a wrong amount',
    'can we pay by bank transfer instead',
    'I have been billed twice this month',
  ],
  delivery: [
    'my parcel has not arrived',
    'how long will delivery to Bergen take',
    'the tracking page has not changed since Monday',
    'where is the box I ordered last week',
    'which carrier brings the parcel',
    'could the delivery day be moved to Friday',
  ],
  care: [
    'how much water does a fern need',
    'yellow leaves on my new fig, what now',
    'is a window with direct sunlight too bright',
    'tiny flies everywhere around the soil',
    'when is the right time to repot',
    'brown tips on all the leaves',
  ],
  damage: [
    'the pot was broken when it came',
    'one stem snapped in transit',
    'plant arrived crushed',
    'there is a crack in the ceramic',
    'everything in the parcel was frozen',
    'it came damaged and the soil spilled',
  ],
  subscription: [
    'I would like to pause my subscription in July',
    'skip the next month please',
    'how can I switch my plan to the small one',
    'what day does my subscription renew',
    'cancel my plan',
    'is a box every two months possible on my plan',
  ],
  account: [
    'forgot the password',
    'I can not log in since yesterday',
    'the link to reset my password does not work',
    'change the email address of my profile',
    'no sign-in code is sent to me',
    'delete my profile please',
  ],
  gift: [
    'do you have gift cards',
    'I want to send a box to my aunt as a gift',
    'my voucher cannot be redeemed',
    'the gift code is refused',
    'is it possible to add a greeting card',
    'does a gift card expire',
  ],
  wholesale: [
    'we run a shop and would like to resell your plants',
    'what are your trade prices',
    'discount for an order of 200 plants?',
    'a quote for our company event please',
    'plants for an office with forty desks',
    'do you deliver to florist shops',
  ],
};

const unrelated = [
  'what is the weather like in Oslo',
  'who won the match last night',
  'translate good morning into French',
  'I need a flight to Rome',
  'how tall is the Eiffel tower',
  'tell me a joke',
  'set an alarm for seven',
  'what is the capital of Peru',
  'play some jazz',
  'my knee hurts when I run',
  'how do I boil an egg',
  'what time is it in Tokyo',
  'recommend a film for tonight',
  'what is two plus two',
  'is there a pharmacy near here',
  'how do I fix a flat tyre',
  'what does ubiquitous mean',
  'book a table for four',
  'the printer is out of ink',
  'how far is the moon',
  'who wrote Hamlet',
  'I would like to learn chess',
  'can dogs eat grapes',
  'turn off the lights',
  'what is the exchange rate of the yen',
  'how do I tie a tie',
  'are you a robot',
  'my phone screen flickers',
  'is it going to snow',
  'what should I wear to a wedding',
  'sing me a song',
  'where do penguins live',
  'how many bytes are in a megabyte',
  'my train is late',
  'what is your favourite colour',
  'how do I get to the museum',
  'the coffee machine leaks',
  'when is Easter',
  'how do volcanoes work',
  'do you like football',
  'what is a good name for a cat',
  'help me with my homework',
  'can I park here',
  'which bus goes to the airport',
  'how do I meditate',
  'I lost my keys',
  'who is the president',
  'is the library open',
];

const tags = (minSimilarity = defaultMinSimilarity): PolicyTag[] =>
  Object.entries(examples).map(([id, given]) => aTag(id, { detect: { keywords: [], examples: given, minSimilarity } }));

/** Returns the share of messages that get their tag, of tags that are right, and of unrelated messages that get any tag. */
function measure(minSimilarity: number) {
  const known = tags(minSimilarity);
  const classifier = trainTags(examplesOf(known));
  const givenTo = (text: string) =>
    detectTags({ tags: known, classifier }, { subject: null, text }).map(({ id }) => id);
  const found = Object.entries(messages).flatMap(([id, texts]) => texts.map((text) => ({ id, ids: givenTo(text) })));
  const right = found.filter(({ id, ids }) => ids.includes(id)).length;
  const given = found.reduce((sum, { ids }) => sum + ids.length, 0);
  const strays = unrelated.filter((text) => givenTo(text).length > 0).length;
  return { recall: right / found.length, precision: right / given, strays: strays / unrelated.length };
}

test('the default similarity finds most tags with few false ones', (t) => {
  for (const at of [0.15, 0.2, 0.22, 0.25, 0.3, 0.4]) t.diagnostic(`${at}: ${JSON.stringify(measure(at))}`);
  const { recall, precision, strays } = measure(defaultMinSimilarity);
  assert.ok(recall >= 0.85, `recall ${recall}`);
  assert.ok(precision >= 0.9, `precision ${precision}`);
  assert.ok(strays <= 0.05, `strays ${strays}`);
});

test('a text that repeats an example always gets its tag, in first place', () => {
  const known = tags(0.95);
  for (const [id, given] of Object.entries(examples))
    for (const text of given) assert.equal(detect(known, text)[0]?.id, id, text);
});

test('one of several sentences is enough for a tag', () => {
  const text = 'Hello dear team, I hope you had a lovely weekend. The pot arrived broken. I still love what you do!';
  assert.deepEqual(
    detect(tags(), text).map((tag) => tag.id),
    ['damage'],
  );
});

test('a sentence counts for less than the whole message, but a repeated example counts in full', () => {
  const scoreOf = (text: string) => detect(tags(0), text)[0]?.score ?? 0;
  const greeted = (text: string) => scoreOf(`Dear team! ${text}. Bye!`);
  const unsure = Object.values(messages)
    .flat()
    .filter((text) => scoreOf(text) > 0.3 && scoreOf(text) < 0.9);
  assert.ok(unsure.length > 0);
  for (const text of unsure) assert.ok(greeted(text) < 0.9 * scoreOf(text), text);
  assert.ok(greeted('The pot arrived broken') > 0.95);
});

test('a typo in a long word does not hide it', () => {
  assert.equal(detect(tags(), 'How do I pause my subscripton?')[0]?.id, 'subscription');
});

test('a message about two things gets both tags, the more probable one first', () => {
  const found = detect(tags(), 'The pot arrived broken. Where can I find my invoice?').map((tag) => tag.id);
  assert.deepEqual(found.toSorted(), ['billing', 'damage']);
});

test('without examples, keywords or text no tag is found', () => {
  assert.deepEqual(detect([], 'refund'), []);
  assert.deepEqual(detect([aTag('bare')], 'refund'), []);
  assert.deepEqual(detect(keyworded(), 'refund'), []);
  assert.deepEqual(detect(tags(), ''), []);
  assert.deepEqual(detect(tags(0), '🤷'), []);
});

test('the same tags and text give the same result, regardless of calls in between', () => {
  const once = detect(tags(), 'my parcel has not arrived');
  detect(keyworded('parcel'), 'my parcel');
  assert.deepEqual(detect(tags(), 'my parcel has not arrived'), once);
});

test('the meaning of a message or of a sentence counts if the words match no example', () => {
  const two = [
    aTag('parcel', { detect: { keywords: [], examples: ['Where is my parcel?'], minSimilarity: 0.22 } }),
    aTag('login', { detect: { keywords: [], examples: ['I cannot log in'], minSimilarity: 0.22 } }),
  ];
  const known = examplesOf(two);
  const meant = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0)].map((vector, of) => ({ vector, of }));
  const classifier = { ...trainTags(known), meanings: trainEmbeddingClassifier(meant, 2) };
  const said = { subject: 'Hello', text: 'Nothing arrived so far. The website refuses me!' };
  assert.deepEqual(textsToEmbed(said), [said.text, 'Nothing arrived so far.', 'The website refuses me!']);
  const meanings = new Map([
    [said.text, Float32Array.of(0, 0, 1)],
    ['Nothing arrived so far.', Float32Array.of(0.98, 0.1, 0.1)],
    ['The website refuses me!', Float32Array.of(0.1, 0.98, 0.1)],
  ]);
  assert.deepEqual(detectTags({ tags: two, classifier }, said), []);
  const found = detectTags({ tags: two, classifier, meanings }, said).map(({ id }) => id);
  assert.deepEqual(found.toSorted(), ['login', 'parcel']);
});
