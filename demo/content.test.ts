import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readArticles, sectionNames, sectionOf } from './articles.ts';
import { messages } from './messages.ts';

const articles = readArticles();
const names = new Set(articles.map((article) => article.name));
const probe = readFileSync(new URL('./probe.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: string; text: string; label: string; relevant: Record<string, number> });

test('there are at least 45 articles of a help centre’s length, with different titles, in every section', () => {
  assert.ok(articles.length >= 45);
  for (const { name, text } of articles) {
    const words = text.split(/\s+/).length;
    assert.ok(words >= 150 && words <= 500, `${name} has ${words} words`);
  }
  assert.equal(new Set(articles.map((article) => article.title)).size, articles.length);
  assert.deepEqual(new Set(articles.map(sectionOf)), new Set(sectionNames));
});

test('thirty-three customers write: twenty can be answered, one from the shop, ten need people, two may not know; one is a machine', () => {
  const kinds = messages.map(({ expect }) => (expect.kind === 'escalate' ? expect.because : expect.kind));
  const count = (kind: string): number => kinds.filter((one) => one === kind).length;
  assert.deepEqual(
    ['answer', 'order', 'not covered', 'another subject', 'needs a person', 'refused', 'silence'].map(count),
    [20, 1, 5, 2, 3, 2, 1],
  );
  assert.deepEqual(new Set(messages.map((message) => message.channel)), new Set(['chatdesk', 'ticketdesk', 'email']));
});

test('every expectation and every probe question names articles that exist', () => {
  const expected = messages.flatMap(({ expect }) => (expect.kind === 'answer' ? expect.articles : []));
  const relevant = probe.flatMap((asked) => Object.keys(asked.relevant));
  assert.deepEqual(
    [...expected, ...relevant].filter((name) => !names.has(name)),
    [],
  );
});

test('no message and no probe question copies a sentence of an article', () => {
  const flat = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const all = ` ${articles.map((article) => flat(article.text)).join(' ')} `;
  const said = [...messages.map((message) => message.text ?? ''), ...probe.map((asked) => asked.text)];
  const copied = said
    .flatMap((text) => text.split(/[.?!\n]/))
    .filter((sentence) => flat(sentence).split(' ').length >= 6 && all.includes(` ${flat(sentence)} `));
  assert.deepEqual(copied, []);
});

test('the probe has enough questions of each kind, each once', () => {
  const count = (...labels: string[]): number => probe.filter((asked) => labels.includes(asked.label)).length;
  assert.ok(count('answerable') >= 90 && count('kb_gap', 'far') >= 60 && count('human_only') >= 12);
  assert.equal(new Set(probe.map((asked) => asked.id)).size, probe.length);
  assert.equal(new Set(probe.map((asked) => asked.text)).size, probe.length);
  assert.ok(probe.every((asked) => (asked.label === 'answerable') === Object.keys(asked.relevant).length > 0));
});
