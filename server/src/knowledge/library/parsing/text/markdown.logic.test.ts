import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from './markdown.logic.ts';
import { parsePlain } from './plain.logic.ts';
import type { Block } from '../content/shapes.logic.ts';

const brief = (blocks: readonly Block[]) =>
  blocks.map((block) => (block.kind === 'heading' ? `h${block.level} ${block.text}` : `${block.kind} ${block.text}`));

const cases: [string, string, string[]][] = [
  ['headings of both kinds', '# One #\n\nTwo\n---\n\nThree\n===\ntext', ['h1 One', 'h2 Two', 'h1 Three', 'prose text']],
  ['marks inside a heading', '## **Reset** your `PIN` [here](/x) {#reset}', ['h2 Reset your PIN here']],
  ['no heading without a space', '#hashtag', ['prose #hashtag']],
  ['a paragraph over soft line ends', 'one\ntwo\n\nthree', ['prose one\ntwo', 'prose three']],
  [
    'a list with nested items and a blank line',
    '- a\n  - b\n\n- c\n\nafter',
    ['list - a\n  - b\n\n- c', 'prose after'],
  ],
  ['an ordered list right under its lead-in', 'Do this:\n1. a\n2. b', ['prose Do this:', 'list 1. a\n2. b']],
  [
    'a number that starts no list',
    'It took until\n1998. Then it stopped.',
    ['prose It took until\n1998. Then it stopped.'],
  ],
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |\n\nafter', ['table | a | b |\n|---|---|\n| 1 | 2 |', 'prose after']],
  [
    'code with blank lines and things that look like headings',
    '```sh\n# no\n\nls\n```\nafter',
    ['code ```sh\n# no\n\nls\n```', 'prose after'],
  ],
  ['code that is never closed', '~~~\na', ['code ~~~\na']],
  [
    'rules, comments and link definitions say nothing',
    '***\n\n<!-- x\n\ny -->\n\n[a]: http://b\n\ntext',
    ['prose text'],
  ],
  ['the words of an HTML block', '<div class="x">Some <b>words</b></div>\n\ntext', ['prose Some words', 'prose text']],
  ['a quotation', '> said\n> twice', ['prose > said\n> twice']],
  ['a bold question is a heading', '**Can I pay later?**\n\nYes.', ['h7 Can I pay later?', 'prose Yes.']],
  [
    'a bold question with its answer below',
    '**Can I pay later?**\nYes, within 14 days.',
    ['h7 Can I pay later?', 'prose Yes, within 14 days.'],
  ],
  [
    'Q and A',
    'Q: Can I pay later?\nA: Yes.\n\nQ2. And never?\n\nAnswer: No.',
    ['h7 Can I pay later?', 'prose Yes.', 'h7 And never?', 'prose No.'],
  ],
  ['bold words that ask nothing stay', '**Note**\n\ntext', ['prose **Note**', 'prose text']],
  ['a picture kept as data', '![x](data:image/png;base64,AAAA) text', ['prose ![x]() text']],
  ['Windows line ends', '# a\r\n\r\nb\r\n', ['h1 a', 'prose b']],
  ['nothing', '', []],
];
for (const [what, source, expected] of cases) {
  test(`Markdown: ${what}`, () => assert.deepEqual(brief(parseMarkdown(source).blocks), expected));
}

test('the document takes its title from the front matter, which is not text', () => {
  const parsed = parseMarkdown('---\ntitle: "Paying later"\ntags: [x]\n---\n# Heading\n\ntext');
  assert.equal(parsed.title, 'Paying later');
  assert.deepEqual(brief(parsed.blocks), ['h1 Heading', 'prose text']);
});

test('the offsets of every block point to its text in the source', () => {
  const source =
    '# Head\n\nSome *prose*\nover lines.\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n';
  for (const block of parseMarkdown(source).blocks) {
    const cut = source.slice(block.start, block.end);
    assert.ok(cut.includes(block.text), `${block.kind}: ${cut}`);
    if (block.kind !== 'heading')
      for (const part of block.parts) assert.equal(source.slice(part.start, part.end), part.text);
  }
});

// A parser that needs more than one pass takes hours at this size, not seconds.
test('input that is meant to be slow is parsed in one pass', { timeout: 120_000 }, () => {
  const size = 250_000;
  const hostile = [
    '['.repeat(size),
    '>'.repeat(size),
    '~~a'.repeat(size / 3),
    '_a**b '.repeat(size / 6),
    'a\n'.repeat(size / 2),
    '<'.repeat(size),
    '|-'.repeat(size / 2),
    '- '.repeat(size / 2),
    '\n- a\n\n'.repeat(size / 6),
    '(data:'.repeat(size / 6),
    '# '.repeat(size / 2),
    '`'.repeat(size),
    '[a]:'.repeat(size / 4),
    '**'.repeat(size / 2),
    `Q: ${'?'.repeat(size)}`,
  ];
  for (const source of hostile) {
    assert.ok(parseMarkdown(source));
    assert.ok(parsePlain(source));
  }
});

const plain: [string, string, string[]][] = [
  [
    'paragraphs and a list',
    'First.\n\nSteps:\n- a\n- b\n\nLast.',
    ['prose First.', 'prose Steps:', 'list - a\n- b', 'prose Last.'],
  ],
  [
    'a short line alone is a heading',
    'Opening hours\n\nFrom nine to five.',
    ['h2 Opening hours', 'prose From nine to five.'],
  ],
  [
    'an underlined line is a heading',
    'Opening hours\n=====\nFrom nine to five.',
    ['h1 Opening hours', 'prose From nine to five.'],
  ],
  [
    'a sentence alone is none',
    'We are closed.\n\nCome back later.',
    ['prose We are closed.', 'prose Come back later.'],
  ],
  ['a question is a heading', 'When do you open?\n\nAt nine.', ['h2 When do you open?', 'prose At nine.']],
  ['the last line is none', 'Text.\n\nThe End', ['prose Text.', 'prose The End']],
];
for (const [what, source, expected] of plain) {
  test(`plain text: ${what}`, () => assert.deepEqual(brief(parsePlain(source).blocks), expected));
}
