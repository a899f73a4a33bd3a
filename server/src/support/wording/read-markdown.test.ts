import assert from 'node:assert/strict';
import { test } from 'node:test';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { readMarkdown } from './read-markdown.ts';

const parser = unified().use(remarkParse).use(remarkGfm);

// Each alone is simple; what they do to each other depends on what lies between them.
const pieces = [
  'Words of a customer. And more: 5 + 3 = 8; it’s “fine” (really)!',
  'Two lines\nof one paragraph',
  'One that ends with two blanks  \nand goes on',
  'One that ends with a blank \nand goes on',
  'A line\n  with another that is set in',
  'x',
  '\ue000',
  '&#57344;',
  'AT&amp;T and AT&T',
  'a \\* b',
  '**bold** and *slanted*, `code` and ~~gone~~',
  'An under_scored_word and 2 * 3 * 4',
  '# Heading',
  'Heading below\n===',
  'Heading below\n---',
  '---',
  '1. one\n2. two',
  '1. one\n\n2. two',
  '- a\n- b\n\n  still b',
  '- [ ] to do',
  '   set in by three',
  '    code by indentation',
  '\tcode by a tab',
  '> said\nand on',
  '```\nfenced\n\nstill fenced\n```',
  '```\nnever closed',
  '~~~',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'a\n:-',
  'a | b\n-|-\n1 | 2',
  '<div>\n\nHTML\n\n</div>',
  '<!-- a remark\n\nthat goes on -->',
  'Press <Enter> now',
  '[page](https://help.test/a) and ![picture](https://help.test/b)',
  '[page][one] and [one]',
  '[one]: https://help.test/one',
  'A note[^1]',
  '[^1]: The note\n\n    goes on',
  'See https://help.test/a',
  'See www.help.test',
  'See WWW.help.test',
  'Write to ada@help.test or mailto:ada@help.test',
  'Größe, Ünïcode, 日本語のテキスト。',
  'A non-breaking end\u00a0',
  'Zero\u0000and bell\u0007',
  'Windows\r\nline',
  '',
];
const between = ['\n\n', '\n', '\n \n', '\n\n\n', '\n\t\n', '\r\n\r\n'];

const plainly = (tree: unknown): unknown =>
  JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'position' ? undefined : value)));

function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('every text is read as the parser reads it whole', () => {
  const drawn = chance(7);
  const texts = pieces.flatMap((one) => pieces.map((other) => `${one}\n\n${other}\n\nThe end.`));
  for (let count = 0; count < 2_000; count++) {
    const parts = Array.from(
      { length: 2 + drawn(5) },
      () => pieces[drawn(pieces.length)] + between[drawn(between.length)]!,
    );
    texts.push(parts.join(''));
  }
  for (const text of texts)
    assert.deepEqual(plainly(readMarkdown(text)), plainly(parser.parse(text)), JSON.stringify(text));
});
