import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moreLookalikes, moreReplies } from './fixtures/more-replies.ts';
import { namedLookalikes, namedReplies } from './fixtures/named-replies.ts';
import { rareLookalikes, rareReplies } from './fixtures/rare-replies.ts';
import { lookalikes, replies, type SampleReply } from './fixtures/replies.ts';
import type { IncomingMail } from './mail.logic.ts';
import { newWordsOf } from './new-words.logic.ts';
import { wordsOf } from './read-mail.ts';

const mailOf = ({ text, html }: SampleReply): IncomingMail => ({
  messageId: null,
  inReplyTo: 'reply.1@b.test',
  references: [],
  from: null,
  replyTo: [],
  to: ['s+t_abc@b.test'],
  toNames: ['Birch Support'],
  subject: null,
  text: text ?? null,
  html: html ?? null,
  date: null,
  headers: [],
  attachments: [],
});

const bare = (text: string) => text.replace(/\s+/g, ' ').trim();
const wordsIn = (text: string) => bare(text).split(' ');

test('of more than a hundred and twenty replies, at most three keep an old line, and none loses a new word', () => {
  assert.ok(replies.length >= 120);
  const kept: string[] = [];
  const losing: string[] = [];
  const people = [...lookalikes, ...moreLookalikes, ...rareLookalikes, ...namedLookalikes];
  const all = [...replies, ...moreReplies, ...rareReplies, ...namedReplies, ...people];
  for (const reply of all) {
    const { text } = wordsOf(mailOf(reply));
    const shown = new Set(wordsIn(text));
    const lost = wordsIn(reply.fresh).filter((word) => !shown.has(word));
    if (lost.length > 0) losing.push(`${reply.name}: ${lost.join(' ')}`);
    if (bare(text) !== bare(reply.fresh)) kept.push(`${reply.name}: ${text}`);
  }
  assert.deepEqual(losing, []);
  assert.ok(kept.length <= 3, kept.join('\n\n'));
});

test('text that is not shown is folded, so that nothing is lost', () => {
  for (const reply of [...replies, ...moreReplies, ...rareReplies, ...namedReplies].filter(
    ({ text }) => text !== undefined,
  )) {
    const { text, quoted } = wordsOf(mailOf(reply));
    const shown = new Set([...wordsIn(text), ...wordsIn(quoted)]);
    assert.notEqual(quoted, '', reply.name);
    assert.deepEqual(
      wordsIn(reply.text ?? '').filter((word) => !shown.has(word)),
      [],
      reply.name,
    );
  }
});

const pumped: Record<string, string> = {
  words: `hello${' onat'.repeat(40_000)}`,
  marks: '> '.repeat(100_000),
  'marked lines': '> a\n'.repeat(50_000),
  'marked lines in turn': '> a\nb\n'.repeat(33_000),
  attributions: 'On 3 May 2026 10:00 a@b.test wrote:\n\n'.repeat(5_000),
  'open attributions': 'On 3 May 2026 at 10:00\n'.repeat(9_000),
  headings: 'From: a@b.test\n'.repeat(13_000),
  'original messages': '-----Original Message-----\n\n'.repeat(7_000),
  'signature marks': '-- \n'.repeat(50_000),
  'blank lines': `a${'\n'.repeat(200_000)}b`,
  underscores: '_'.repeat(200_000),
};
for (const [name, text] of Object.entries(pumped))
  test(`eight times as many ${name} take about eight times as long`, () => {
    const time = (input: string) => {
      const runs = [1, 2, 3].map(() => {
        // Processor time, not clock time: other load does not distort it.
        const start = process.cpuUsage();
        newWordsOf(input);
        return process.cpuUsage(start).user / 1000;
      });
      return Math.min(...runs);
    };
    const part = time(text.slice(0, text.length / 8));
    // Linear time is eight times; quadratic time would be sixty-four.
    assert.ok(time(text) < Math.max(150, part * 30), `${part} ms for an eighth`);
  });
