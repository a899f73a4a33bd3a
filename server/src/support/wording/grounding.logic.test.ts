import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textReaderFor } from '../../knowledge/index.ts';
import { ground, type SourceSection } from './grounding.logic.ts';

const sections: SourceSection[] = [
  {
    title: 'Reset your password',
    headingPath: [],
    text:
      'If you cannot sign in, reset your password.\n\n1. Open the sign-in page and choose **Forgot ' +
      'password**.\n2. Enter the e-mail address of your account.\n3. Open the link in the mail within 30 minutes and ' +
      'choose a new password.\n\nThe link works once. Passwords need at least 12 characters. Help is at ' +
      'https://help.birch.test/reset or help@birch.test.',
  },
  {
    title: 'Refunds for annual plans',
    headingPath: [],
    text:
      'Annual plans can be refunded within 30 days of purchase. After 30 days the plan runs until the end of the ' +
      'year and is not refunded. Refunds arrive on the original payment method within 5 to 7 working days. A refund costs $15.',
  },
];
const reading = textReaderFor('en');
const worded = (sentences: { text: string; citations: number[]; step?: boolean }[], sure = 0) =>
  ground({ unanswerable: false, sentences: sentences.map((each) => ({ step: false, ...each })) }, sections, {
    reading,
    sure,
  });
const passes = (text: string, citation: number): boolean => {
  const { kept, dropped } = worded([{ text, citations: [citation] }], citation - 1);
  assert.ok(kept + dropped > 0, 'it is a sentence');
  return dropped === 0;
};

const supported: [string, number][] = [
  ['You can reset your password if you cannot sign in.', 1],
  ['Choose "Forgot password" on the sign-in page.', 1],
  ['Open the link within 30 minutes.', 1],
  ['The link in the mail works once.', 1],
  ['A new password needs at least 12 characters.', 1],
  ['Help is at https://help.birch.test/reset.', 1],
  ['Help: help@birch.test', 1],
  ['You can get annual plans refunded within thirty days of purchase.', 2],
  ['Refunds arrive within 5-7 working days.', 2],
  ['After 30 days the plan is not refunded.', 2],
  ['A refund costs $15.', 2],
];
for (const [sentence, citation] of supported)
  test(`supported: ${sentence}`, () => assert.ok(passes(sentence, citation)));

const unsupported: [string, number, why: string][] = [
  ['Open the link within 45 minutes.', 1, 'another number'],
  ['Open the link within 30 hours.', 1, 'another unit'],
  ['Passwords need at least 30 characters.', 1, 'a number of something else'],
  ['Passwords need at most 12 characters.', 1, 'the other way round'],
  ['The link does not work once.', 1, 'denied'],
  ['The link works once and Robert sends it by post.', 1, 'a stranger'],
  ['Annual plans can be refunded after 30 days of purchase.', 2, 'after instead of within'],
  ['After 30 days the plan is refunded.', 2, 'a denial left out'],
  ['Annual plans can be refunded within 30 days of purchase.', 1, 'the wrong section'],
  ['Refunds arrive within 5 to 9 working days.', 2, 'half of a range'],
  ['A refund costs €15.', 2, 'another currency'],
  ['Help is at https://help.birch.test/reset?next=evil.', 1, 'a longer address'],
  ['Help is at https://help.birch.test/res.', 1, 'a shorter address'],
  ['Help is at birch.test.', 1, 'a part of an address'],
  ['Help: other@birch.test', 1, 'another mail address'],
  ['Reset your password on www.birch-login.test.', 1, 'a foreign address'],
  ['Reset your password with javascript:alert(1).', 1, 'a scheme that acts'],
  ['[Reset your password](https://evil.test/)', 1, 'a link in Markdown'],
  ['![Reset your password](https://evil.test/a.png)', 1, 'an image'],
  ['<b>Reset your password.</b>', 1, 'HTML'],
  ['I have escalated your conversation to a colleague.', 1, 'a deed'],
  ['You get a free month for the trouble.', 2, 'a gift'],
];
for (const [sentence, citation, why] of unsupported)
  test(`unsupported, ${why}: ${sentence}`, () => assert.ok(!passes(sentence, citation)));

test('a claim that follows another one is checked by itself', () => {
  const grounded = worded([
    { text: 'Open the link within 30 minutes. It works once. The link works for your friends too.', citations: [1] },
    { text: 'Enter the e-mail address of your account.', citations: [1] },
  ]);
  assert.deepEqual([grounded.kind, grounded.dropped], ['grounded', 1]);
  assert.ok(grounded.kind === 'grounded' && !grounded.text.includes('friends'));
});

test('steps become a list, the text around them keeps its place, and each source has its own quote', () => {
  const grounded = worded([
    { text: 'Reset your password.', citations: [1] },
    { text: '1. Open the sign-in page and choose **Forgot password**.', citations: [1], step: true },
    { text: 'Enter the e-mail address of your account.', citations: [1], step: true },
    { text: 'The link works once.', citations: [1] },
    { text: 'Refunds arrive within 5 to 7 working days.', citations: [2] },
  ]);
  assert.ok(grounded.kind === 'grounded');
  assert.equal(
    grounded.text,
    'Reset your password.\n\n1. Open the sign-in page and choose Forgot password.\n2. Enter the e-mail address of ' +
      'your account.\n\nThe link works once. Refunds arrive within 5 to 7 working days.',
  );
  assert.deepEqual(
    grounded.quotes.map(({ section }) => section),
    [0, 1],
  );
  for (const { section, quote } of grounded.quotes)
    assert.ok(`${sections[section]?.title}\n${sections[section]?.text}`.includes(quote), quote);
});

const tooLittle: [why: string, sentences: { text: string; citations: number[]; step?: boolean }[]][] = [
  ['nothing was said', []],
  ['nothing is cited', [{ text: 'The link works once.', citations: [] }]],
  ['the cited sections do not exist', [{ text: 'The link works once.', citations: [7, 0, -1] }]],
  ['the section with the confidence is not cited', [{ text: 'A refund costs $15.', citations: [2] }]],
  [
    'a step is missing',
    [
      { text: 'The link works once.', citations: [1] },
      { text: 'Enter the e-mail address of your account.', citations: [1], step: true },
      { text: 'Enter the maiden name of your mother.', citations: [1], step: true },
    ],
  ],
  [
    'most sentences are dropped',
    [
      { text: 'The link works once.', citations: [1] },
      { text: 'The moon is made of cheese.', citations: [1] },
      { text: 'Robert likes trains.', citations: [1] },
    ],
  ],
];
for (const [why, sentences] of tooLittle)
  test(`too little remains when ${why}`, () => assert.equal(worded(sentences).kind, 'too_little'));

test('a sentence that cites all sections counts for the section that supports it', () => {
  const everything = { text: 'A refund costs $15.', citations: [1, 2] };
  assert.equal(worded([everything], 0).kind, 'too_little');
  const grounded = worded([everything], 1);
  assert.deepEqual(grounded.kind === 'grounded' && grounded.quotes, [{ section: 1, quote: 'A refund costs $15.' }]);
});

test('document text does not become Markdown when a model repeats it', () => {
  const plain: SourceSection[] = [
    { title: 'Markup', headingPath: [], text: 'Write snake_case names as a_b|c and # for comments.' },
  ];
  const sentences = [{ text: 'Write snake_case names as a_b|c and # for comments.', citations: [1], step: false }];
  const grounded = ground({ unanswerable: false, sentences }, plain, { reading, sure: 0 });
  assert.equal(
    grounded.kind === 'grounded' && grounded.text,
    'Write snake\\_case names as a\\_b\\|c and \\# for comments.',
  );
});
