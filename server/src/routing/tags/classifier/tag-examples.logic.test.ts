import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aTag } from '../../../../test/policy.ts';
import { examplesOf } from './tag-examples.logic.ts';

const tagged = (id: string, examples: string[]) => aTag(id, { detect: { keywords: [], examples, minSimilarity: 0.2 } });

test('the first example of each tag comes before the second of any; a tag without examples is not a class', () => {
  const known = examplesOf([tagged('a', ['a1', 'a2', 'a3']), aTag('bare'), tagged('none', []), tagged('b', ['b1'])]);
  assert.deepEqual(known.tagIds, ['a', 'b']);
  assert.deepEqual(
    known.examples.map(({ text, of }) => [text, of]),
    [
      ['a1', 0],
      ['b1', 1],
      ['a2', 0],
      ['a3', 0],
    ],
  );
  assert.deepEqual(known.meant, known.examples);
});

test('very many examples are cut to the limits, for words and for meaning, with a fair share for each tag', () => {
  const many = (id: string) => Array.from({ length: 11_000 }, (_, at) => `${id}${at}`);
  const { examples, meant } = examplesOf([tagged('a', many('a')), tagged('b', many('b'))]);
  for (const [some, length] of [
    [examples, 20_000],
    [meant, 8_000],
  ] as const) {
    assert.equal(some.length, length);
    assert.equal(some.filter(({ of }) => of === 0).length, length / 2);
  }
});
