import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '../text/markdown.logic.ts';
import { chunksOf } from './chunking.logic.ts';
import { placedSentences } from '../../../../platform/text/sentences.logic.ts';

const chunk = (source: string, title = 'Article') => chunksOf(parseMarkdown(source).blocks, { title, language: 'en' });
const sentence = (about: string) =>
  `The ${about} is described here in one sentence of a usual length, as in most help articles.`;
const prose = (about: string, sentences: number) =>
  Array.from({ length: sentences }, (_, at) => sentence(`${about} ${at}`)).join(' ');

test('each section is a passage with the headings above it, without the title', () => {
  const chunks = chunk(
    `# Article\n\n## Pay\n\n### By card\n\n${prose('card', 3)}\n\n### By bill\n\n${prose('bill', 3)}\n\n## Leave\n\n${prose('leave', 3)}`,
  );
  assert.deepEqual(
    chunks.map((each) => each.headingPath),
    [['Pay', 'By card'], ['Pay', 'By bill'], ['Leave']],
  );
});

test('a long section is split between sentences into passages of 600 to 1,200 characters', () => {
  const chunks = chunk(`## Long\n\n${prose('first', 20)}\n\n${prose('second', 20)}`);
  assert.ok(chunks.length >= 3);
  for (const { text } of chunks) {
    assert.ok(text.length <= 1200 + 150, `${text.length}`);
    assert.match(text, /^The /);
    assert.match(text, /articles\.$/);
  }
  for (const { text } of chunks.slice(0, -1)) assert.ok(text.length >= 600, `${text.length}`);
});

test('no text is lost, and the offsets of every passage are right', () => {
  const source = `intro text\n\n## One\n\n${prose('one', 30)}\n\n- a\n- b\n\n## Two\n\nshort.\n\n## Empty heading`;
  const chunks = chunk(source);
  const kept = chunks.map((each) => each.text).join(' ');
  for (const words of ['intro text', 'one 0', 'one 29', '- b', 'short.', 'Empty heading'])
    assert.ok(kept.includes(words), words);
  for (const { text, start, end } of chunks) assert.ok(source.slice(start, end).includes(text.slice(-20)), text);
});

test('a list, a table and code are never split', () => {
  const list = Array.from({ length: 40 }, (_, at) => `- ${sentence(`step ${at}`)}`).join('\n');
  const table = `| a | b |\n|---|---|\n${Array.from({ length: 60 }, (_, at) => `| row ${at} | ${sentence('cell')} |`).join('\n')}`;
  const code = `\`\`\`\n${Array.from({ length: 80 }, (_, at) => `line ${at} of a program`).join('\n')}\n\`\`\``;
  for (const block of [list, table, code]) {
    const chunks = chunk(`## Head\n\n${prose('before', 8)}\n\n${block}\n\n${prose('after', 8)}`);
    assert.equal(chunks.filter(({ text }) => text.includes(block)).length, 1);
  }
});

test('a table too large for any answer is split between rows, each part with the header', () => {
  const rows = Array.from({ length: 300 }, (_, at) => `| row ${at} | ${sentence('cell')} |`);
  const chunks = chunk(`| name | words |\n|---|---|\n${rows.join('\n')}`);
  assert.ok(chunks.length > 10);
  for (const { text } of chunks) assert.match(text, /^\| name \| words \|\n\|---\|---\|\n\| row /);
  assert.equal(chunks.flatMap(({ text }) => text.split('\n').slice(2)).length, 300);
});

test('a lead-in stays with its list', () => {
  const list = Array.from({ length: 12 }, (_, at) => `- ${sentence(`step ${at}`)}`).join('\n');
  const chunks = chunk(`## Head\n\n${prose('before', 12)}\n\nTo reset it:\n\n${list}`);
  assert.ok(chunks.some(({ text }) => text.includes(`To reset it:\n\n${list}`)));
});

test('a question and its answer are one passage, which may be longer than others', () => {
  const answer = prose('answer', 18);
  for (const question of ['## Can I pay later?\n\n', '**Can I pay later?**\n\n', 'Q: Can I pay later?\nA: ']) {
    const chunks = chunk(`## Before\n\n${prose('before', 3)}\n\n${question}${answer}`);
    assert.ok(answer.length > 1200);
    assert.equal(chunks.at(-1)?.text, answer);
    assert.equal(chunks.at(-1)?.headingPath.at(-1), 'Can I pay later?');
  }
});

test('a lead-in above the first subheading joins the first subsection', () => {
  const chunks = chunk(`# Article\n\nThis page says how.\n\n## Steps\n\n${prose('step', 4)}`);
  assert.equal(chunks.length, 1);
  assert.match(chunks[0]?.text ?? '', /^This page says how\.\n\nThe step 0/);
  assert.deepEqual(chunks[0]?.headingPath, ['Steps']);
});

test('abbreviations and numbers do not end a sentence', () => {
  const cases: [string, number][] = [
    ['One. Two! Three?', 3],
    ['Use e.g. a card. Then pay.', 2],
    ['Ask Dr. Meyer or J. Smith first.', 1],
    ['It costs 3.50 EUR. Pay now.', 2],
    ['over\nlines. Next', 2],
    ['Version 2.0 is out. See www.example.com for more.', 2],
  ];
  for (const [text, count] of cases) {
    const sentences = placedSentences(text, 'en');
    assert.equal(sentences.length, count, text);
    assert.equal(sentences.map((each) => each.text).join(''), text);
  }
});

test('a short introduction joins the section below it, and never one beside it', () => {
  const outline = (source: string) => chunk(source).map(({ headingPath, text }) => [headingPath.join(' > '), text]);
  assert.deepEqual(outline('# Article\n\nIn short.\n\n## Pay\n\nBy card.'), [['Pay', 'In short.\n\nBy card.']]);
  assert.deepEqual(outline('# Article\n\nA table.\n\n# Pay\n\nBy card.'), [
    ['', 'A table.'],
    ['Pay', 'By card.'],
  ]);
  assert.deepEqual(outline('All about us.\n\n## Is there a shop?\n\nIn Bern.'), [
    ['', 'All about us.'],
    ['Is there a shop?', 'In Bern.'],
  ]);
});

test('a table whose header is longer than a passage does not repeat it', () => {
  const chunks = chunk(`${'| name '.repeat(2000)}|\n${'|---'.repeat(2000)}|\n${'| a | b |\n'.repeat(3000)}`);
  for (const { text } of chunks) assert.ok(text.length < 10_000, `${text.length}`);
});
