import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { ingestDocument } from '../../src/knowledge/ingest-document.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';
import { BadLine, readArticles, readQuestions } from '../corpora/checked-lines.ts';
import { predictorFor, type Prediction } from './predictions.ts';

const base = fileURLToPath(new URL('../bases/train/desk_coffee', import.meta.url));
const articles = readArticles(join(base, 'kb.jsonl'));
const forPeople = { id: 'person', text: 'I want to talk to a person, please.', history: [] };
const followUp = {
  id: 'follow-up',
  text: 'And to Germany?',
  history: [
    { speaker: 'user', text: 'How much is shipping to the Netherlands?' },
    { speaker: 'agent', text: 'Shipping to the Netherlands is €4.95.' },
  ],
};
// A sample of the whole file: answerable questions, near misses and those of another domain.
const asked = [
  ...readQuestions(join(base, 'cases.jsonl'))
    .filter((_, at) => at % 4 === 0)
    .slice(0, 18),
  forPeople,
  followUp,
];

let server: TestServer;
let world: World;
let articleOf: Map<string, string>;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  articleOf = new Map();
  await world.ada.patches('/api/organizations/me/settings', { auto_respond_enabled: true, auto_respond_mode: 'auto' });
  const { id: collection_id } = await world.wim.posts('/api/knowledge/collections', { name: 'Coffee' });
  for (const { id, title, text } of articles) {
    const body = { collection_id, title, text, format: 'markdown' };
    const document = await world.wim.posts('/api/knowledge/documents/text', body, 202);
    await ingestDocument(server.desk, world.birch, document.id);
    articleOf.set(document.id, id);
  }
});
after(() => server.close());

test('what is predicted for twenty questions is what the service decides over HTTP', async () => {
  assert.equal(asked.length, 20);
  const predicted: Prediction[] = [];
  const predictor = await predictorFor(articles, { words: true });
  try {
    for (const question of asked) predicted.push(await predictor.predict(question));
  } finally {
    await predictor.close();
  }
  for (const [at, line] of predicted.entries()) {
    const { text, history } = asked[at]!;
    const turns = history.map((turn) => ({ from: turn.speaker === 'user' ? 'customer' : 'us', text: turn.text }));
    const decided = await world.max.posts(
      '/api/knowledge/validation/outcome/simulate',
      { message: text, history: turns },
      200,
    );
    const articlesOf = (places: { document_id: string }[]) => [
      ...new Set(places.map((place) => articleOf.get(place.document_id))),
    ];
    assert.deepEqual(
      [line.id, line.outcome, line.reason, line.language, line.confidence, line.formula, line.shown, line.quote],
      [
        asked[at]!.id,
        decided.outcome,
        decided.reason,
        decided.signals.language,
        decided.confidence?.value ?? 0,
        decided.confidence?.formula ?? null,
        articlesOf(decided.answer?.citations ?? []),
        decided.answer?.citations[0]?.quote ?? null,
      ],
      text,
    );
    assert.equal(line.decision, decided.outcome === 'answer' ? 'answer' : 'escalate');
    const found = articlesOf(decided.evidence);
    assert.deepEqual(line.ranked.slice(0, found.length), found, text);
  }
  const outcomes = new Set(predicted.map(({ outcome }) => outcome));
  assert.deepEqual([outcomes.has('answer'), outcomes.has('escalate')], [true, true]);
  const gates = new Map(predicted.map(({ id, gate }) => [id, gate]));
  assert.equal(gates.get('person'), 'customer_request');
  assert.equal(gates.get('follow-up'), null);
});

const folder = mkdtempSync(join(tmpdir(), 'desk-lines-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const fileOf = (...lines: string[]) => {
  const path = join(folder, 'lines.jsonl');
  writeFileSync(path, lines.join('\n'));
  return path;
};
const good = '{"id":"1","text":"Where is my order?"}';

test('a bad line is named with what is wrong with it', () => {
  const bad: [string[], RegExp][] = [
    [[good, '{"id":"2",'], /lines\.jsonl, line 2: this is not JSON$/],
    [[good, '', '[]'], /line 3: this is not a JSON object$/],
    [['{"id":"1"}'], /line 1: "text" must be a text$/],
    [['{"id":1,"text":"Where?"}'], /line 1: "id" must be a text$/],
    [[good, good], /line 2: the id "1" stands on an earlier line already$/],
    [['{"id":"1","text":"And then?","history":"Hello"}'], /line 1: "history" must be a list of turns$/],
    [['{"id":"1","text":"And then?","history":[{"text":"Hi"}]}'], /line 1: "history, turn 1, speaker" must be a text$/],
    [[''], /holds no lines$/],
  ];
  for (const [lines, message] of bad)
    assert.throws(
      () => readQuestions(fileOf(...lines)),
      (error) => error instanceof BadLine && message.test(error.message),
      lines.join(),
    );
  assert.throws(() => readArticles(fileOf('{"id":"1","title":7,"text":"We ship."}')), /"title" must be a text$/);
  assert.deepEqual(readQuestions(fileOf(`\uFEFF${good}\r`, '')), [
    { id: '1', text: 'Where is my order?', history: [] },
  ]);
});
