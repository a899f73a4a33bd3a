import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meanOf, textsOf } from './embedding-text.logic.ts';

const passage = (text: string) => ({ id: '1', title: 'Returns', headingPath: ['Returns', 'Shoes'], text });

test('a passage is embedded under its headings, without the marks of Markdown', () => {
  assert.deepEqual(textsOf(passage('**Worn** shoes go to [the shop](https://example.com/a).'), 450), [
    'Returns › Shoes. Worn shoes go to the shop.',
  ]);
});

test('a long passage is embedded in parts of whole sentences', () => {
  assert.deepEqual(textsOf(passage('Wash them. Dry them. Send them back to us.'), 38), [
    'Returns › Shoes. Wash them. Dry them.',
    'Returns › Shoes. Send them back to us.',
  ]);
});

test('a passage without words is embedded by its headings', () => {
  assert.deepEqual(textsOf(passage('***'), 450), ['Returns › Shoes']);
});

test('the vector of the parts lies between them, in unit length', () => {
  assert.deepEqual([...meanOf([Float32Array.of(1, 0), Float32Array.of(0, 1)])].map((value) => value.toFixed(4)), [
    '0.7071',
    '0.7071',
  ]);
});
