import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textToEmbed } from './embedding-text.logic.ts';

const passage = (text: string) => ({ id: '1', title: 'Returns', headingPath: ['Returns', 'Shoes'], text });

test('a passage is embedded under its headings, without the marks of Markdown', () => {
  assert.equal(
    textToEmbed(passage('**Worn** shoes go to [the shop](https://example.com/a).'), 450),
    'Returns › Shoes. Worn shoes go to the shop.',
  );
});

test('of a long passage as many whole sentences are embedded as the model takes in', () => {
  const text = 'Wash them. Dry them. Send them back to us. Wait.';
  assert.equal(textToEmbed(passage(text), 38), 'Returns › Shoes. Wash them. Dry them.');
  assert.equal(textToEmbed(passage(text), 5), 'Returns › Shoes. Wash them.');
});

test('a passage without words is embedded by its headings', () => {
  assert.equal(textToEmbed(passage('***'), 450), 'Returns › Shoes');
});
