import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionOf } from './question.logic.ts';

const examples: [why: string, headings: string[], expected: string][] = [
  ['a question of five words', ['How do I pay?', 'How do I get a refund?'], 'How do I get a refund?'],
  ['no question', ['Refunds for annual plans'], 'Title'],
  ['signs are no words', ['Pay – now – or – later?'], 'Title'],
  ['Chinese has no spaces', ['退款？', '我怎么样才能重置我的密码？'], '我怎么样才能重置我的密码？'],
  [
    'Japanese has no spaces',
    ['返金?', '請求書を書き出すにはどうすればよいですか？'],
    '請求書を書き出すにはどうすればよいですか？',
  ],
];

for (const [why, headings, expected] of examples) {
  test(`the question that a document answers: ${why}`, () => {
    assert.equal(questionOf('Title', [{ heading_path: headings }]), expected);
  });
}
