import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureAsked } from '../question/asked-figure.logic.ts';
import { bestUnit } from './best-unit.logic.ts';
import { blocksOf } from '../text/blocks.logic.ts';
import type { Term } from '../question/term.logic.ts';

/** Every word of the question weighs the same. */
const quoted = (text: string, question: string): string | undefined => {
  const words = question.toLowerCase().match(/\p{L}+/gu) ?? [];
  const terms = [...new Set(words)].map(
    (stem) => ({ stem, related: new Map(), wanted: 1, worth: 1 }) as Partial<Term> as Term,
  );
  const best = bestUnit(text, blocksOf(text), { terms, stem: (word) => word, figure: figureAsked(question) });
  return best ? text.slice(best.span.start, best.span.end) : undefined;
};

test('a table row answers, not the head of its table and not the separator line', () => {
  const table =
    'Plans at a glance.\n\n| Plan | Price | Users |\n|---|---|---|\n| Solo | €9 | 1 |\n| Studio | €19 | 5 |';
  assert.equal(quoted(table, 'price of the studio plan'), '| Studio | €19 | 5 |');
});

test('a heading within the passage counts for the text under it', () => {
  const text =
    '## Requesting founder cards\n\n- You can request up to 3.\n\n## Tips\n\n- Write a policy for founder expenses.';
  assert.equal(quoted(text, 'how many founder cards can I request'), '- You can request up to 3.');
});

test('the sentence after a question answers it', () => {
  const text = 'Buy online or in a store. Did you buy in a store? Then its own terms apply.';
  assert.equal(quoted(text, 'did you buy it in a store'), 'Then its own terms apply.');
});

test('of two sentences with equal overlap, the one with the requested figure answers', () => {
  const text = 'The trial of a home ends by itself. The trial of a home lasts 30 days.';
  assert.equal(quoted(text, 'how long is the trial of a home'), 'The trial of a home lasts 30 days.');
});
