import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answersBetween } from './answers-between.logic.ts';

const ours = 'Hello Noor,\n\nWhich order is it?\nWhich colour do you want?\nBye';
const heading = '-----Original Message-----\nFrom: Birch <s@b.test>\nSent: Tuesday, November 24, 2026 10:12\n\n';

const quotations: [string, string, string][] = [
  [
    'answers below each line',
    'Hello Noor,\n\nWhich order is it?\n48213\nWhich colour do you want?\nThe blue one.\nBye',
    '48213\nThe blue one.',
  ],
  [
    'the last answer at the end, in wrapped lines',
    'Hello Noor,\n\nWhich order\nis it?\n[NJ] 48213\nWhich colour do you want?\n\n' +
      '[NJ] The blue one.\n[NJ] Please.\n\nFrom: Noor\nAn older question?',
    '[NJ] 48213\n[NJ] The blue one.\n[NJ] Please.',
  ],
  ['nothing new', ours, ''],
  [
    'what programs add',
    'Hello Noor,\n\n1. Which order is it?<https://b.test/orders>\n[cid:image001.png@01]\nWhich colour do you want?\nBye',
    '',
  ],
  [
    'an answer in our line',
    'Hello Noor,\n\nWhich order is it? 48213\nWhich colour do you want?',
    'Which order is it? 48213',
  ],
  [
    'an older message that begins and ends alike',
    `${ours}\n\nFrom: Noor\nHello Noor,\nI have an older question.\nBye`,
    '',
  ],
  ['what we never said', 'Dear Noor,\nanother thing\nSee you', ''],
  ['marks', 'Hello Noor,\n> Which order is it?\n> 48213\n> Which colour do you want?', ''],
];
for (const [what, quoted, answers] of quotations)
  test(`in a quotation with ${what}, these lines are the customer's: ${answers || 'none'}`, () =>
    assert.equal(answersBetween(heading + quoted, ['Something newer.', ours]), answers));
