import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoArticles, knowledgeOf } from './fixtures/asked.ts';

const asked = knowledgeOf(demoArticles);

for (const [question, heading] of [
  ['what does E3 mean?', 'E3'],
  ['E4 on display', 'E4'],
  ['Display: E8. Help please', 'E8'],
  ['how do i fix E4', 'E4'],
])
  test(`"${question}" is answered from the section under that code`, () => {
    const { confidence, text, ...found } = asked(question ?? '');
    assert.equal(found.heading, heading);
    assert.ok(confidence.value >= 0.7, `${confidence.value}`);
    assert.deepEqual([confidence.band, confidence.formula.endsWith('+code-1')], ['high', true]);
    assert.notEqual(text, '');
  });

for (const question of [
  'does E3 void my warranty?',
  'can I get a refund because of E4 errors',
  'do you sell the model E5',
  'my valve is showing E9',
])
  test(`"${question}" asks for more than what the code means, and gets no answer`, () =>
    assert.ok(asked(question).confidence.value < 0.45));
