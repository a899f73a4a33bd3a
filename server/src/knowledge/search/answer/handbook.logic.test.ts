import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demoArticles, knowledgeOf } from './fixtures/asked.ts';

const chapters = [...demoArticles.values()];
const bases = {
  'one article': knowledgeOf([['batteries', demoArticles.get('batteries.md') ?? '']]),
  'a handbook': knowledgeOf([['handbook', ['# Handbook', ...chapters].join('\n\n')]]),
  'a handbook and an article': knowledgeOf([
    ['handbook', ['# Handbook', ...chapters.slice(1)].join('\n\n')],
    ['article', chapters[0] ?? ''],
  ]),
};

for (const [name, asked] of Object.entries(bases)) {
  // Each of these was answered, or asked back, from one of the bases while the lead over other articles was taken to be total.
  for (const question of [
    'May I bring my dog into the shop?',
    'What time does the museum close on Sunday?',
    'My sister moved to Norway, which school should her children go to?',
  ])
    test(`${name} does not answer what it does not contain: ${question}`, () => {
      const { value } = asked(question).confidence;
      assert.ok(value < 0.45, String(value));
    });

  for (const question of ['How long do batteries last?', 'Can I use rechargeable batteries?'])
    test(`${name} answers what it contains: ${question}`, () => {
      const { value } = asked(question).confidence;
      assert.ok(value >= 0.7, String(value));
    });
}

test('a copy of an article is no rival: a question is answered as surely as without it', () => {
  const text = demoArticles.get('batteries.md') ?? '';
  const [once, twice] = [
    [['one', text]] as const,
    [
      ['one', text],
      ['two', text],
    ] as const,
  ].map(knowledgeOf);
  const values = [once, twice].map((asked) => asked?.('My battery is empty after two months').confidence.value ?? 0);
  assert.ok(
    values.every((value) => value > 0.8),
    values.join(),
  );
});
