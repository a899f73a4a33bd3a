import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswerReader, linesOf } from './child-output.ts';
import type { ParseOutcome } from './parse.ts';

const chunk = (text: string, start = 0) => ({ headingPath: ['Chapter'], text, start, end: start + 1, page: null });
const answer = (passages: number): ParseOutcome => ({
  ok: true,
  passages: {
    title: 'Book',
    hiddenInstructions: [],
    chunks: Array.from({ length: passages }, (_, at) => chunk(`${at} ${'Größe '.repeat(200)}`, at)),
  },
});

/** Reads the output in pieces of this size, as a pipe may split it. */
function readIn(output: string, pieces: number) {
  const reader = createAnswerReader();
  const bytes = Buffer.from(output);
  for (let at = 0; at < bytes.length; at += pieces) reader.take(bytes.subarray(at, at + pieces));
  return reader.result();
}

test('a long answer has lines of bounded length, and is joined again wherever it is split', () => {
  const long = answer(900);
  const lines = [...linesOf(long)];
  assert.ok(lines.length > 4);
  for (const line of lines) assert.ok(line.length < 300_000, String(line.length));
  for (const pieces of [17, 4_096, 65_536, 10_000_000]) assert.deepEqual(readIn(lines.join(''), pieces), long);
});

test('a short answer is one line, with or without a line end', () => {
  const [line = '', ...more] = linesOf(answer(1));
  assert.equal(more.length, 0);
  assert.deepEqual([readIn(line, 100), readIn(line.trim(), 100)], [answer(1), answer(1)]);
  const refused: ParseOutcome = { ok: false, failure: 'encrypted' };
  assert.deepEqual(readIn([...linesOf(refused)].join(''), 5), refused);
});

test('an invalid answer is rejected, whichever line is wrong', () => {
  const [first = '', second = ''] = [...linesOf(answer(900))];
  const refusal = '{"ok":false,"failure":"encrypted"}\n';
  const nonsense = {
    nothing: '',
    words: 'hello\n',
    'passages without a beginning': second,
    'words afterwards': `${first}hello\n`,
    'another beginning': first + first,
    'a refusal that goes on': refusal + second,
    'an empty passage': `${first}${JSON.stringify([chunk('')])}\n`,
    'more than fifty thousand passages': first + `${JSON.stringify(Array(10_000).fill(chunk('a')))}\n`.repeat(6),
    'a line without end': `${first}${'['.repeat(2_000_000)}`,
  };
  for (const [name, output] of Object.entries(nonsense)) assert.equal(readIn(output, 65_536), null, name);
});
