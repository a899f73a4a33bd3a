import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textToEmbed } from './embedding-text.logic.ts';

const passage = (text: string) => ({ id: '1', title: 'Returns', headingPath: ['Returns', 'Shoes'], text });

test('a passage is embedded with its headings and without Markdown marks', () => {
  assert.equal(
    textToEmbed(passage('**Worn** shoes go to [the shop](https://example.com/a).'), 450),
    'Returns › Shoes. Worn shoes go to the shop.',
  );
});

test('as many whole sentences of a long passage are embedded as the model can read', () => {
  const text = 'Wash them. Dry them. Send them back to us. Wait.';
  assert.equal(textToEmbed(passage(text), 38), 'Returns › Shoes. Wash them. Dry them.');
  assert.equal(textToEmbed(passage(text), 5), 'Returns › Shoes. Wash them.');
});

test('a passage without text is embedded by its headings', () => {
  assert.equal(textToEmbed(passage('***'), 450), 'Returns › Shoes');
});
