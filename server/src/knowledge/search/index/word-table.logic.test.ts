import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chance } from '../../../../test/promises/chance.ts';
import { WordTable } from './word-table.logic.ts';

const random = chance();
const letters = ['a', 'b', 'é', 'ß', '本', '😀', '='];
const wordOf = () => Array.from({ length: random.between(0, 6) }, () => random.pick(letters)).join('');

test(`words get the numbers that a Map would give them, beyond the first size of the table (seed ${random.seed})`, () => {
  const table = new WordTable();
  const numbers = new Map<string, number>();
  for (let round = 0; round < 20_000; round++) {
    const word = wordOf();
    // Words stand among others in one array of bytes.
    const [before, bytes] = [Buffer.byteLength(wordOf()), Buffer.from(word)];
    const among = Buffer.concat([Buffer.alloc(before, 'a'), bytes, Buffer.from(wordOf())]);
    const expected = numbers.get(word) ?? numbers.size;
    numbers.set(word, expected);
    assert.equal(table.numberOf(among, before, before + bytes.length), expected, word);
  }
  assert.ok(numbers.size > 2_000, 'the table has grown');
});
