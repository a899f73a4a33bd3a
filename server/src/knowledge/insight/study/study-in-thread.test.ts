import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { studyDocument } from './study-in-thread.ts';
import { comparedWith, studyOf, type StudiedDocument } from './study.ts';
import { inEnglish } from '../../../platform/words/sentence.logic.ts';

const statement = (about: number, days: number) =>
  `Parcels of kind ${about} to region ${about} arrive within ${days} days.`;
const manual = (statements: number): StudiedDocument => ({
  id: 'a',
  version: 1,
  title: 'Manual',
  language: 'en',
  hiddenInstructions: [],
  chunks: Array.from({ length: statements }, (_, at) => ({
    heading_path: [`Section ${at}`],
    text: `${statement(at, at === 1 ? 9 : 5)} Spare wheels are${at === 7 ? ' not' : ''} part of every delivery.`,
  })),
});

test('a long document is examined in a thread, with the same result, without blocking the process', async () => {
  const subject = manual(1000);
  const here = await studyOf(subject);
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  turn();
  const aside = await studyDocument({ kind: 'study', subject });
  clearImmediate(next!);
  assert.ok(turns > 50, `${turns}`);
  assert.deepEqual(aside, here);
  assert.ok(
    here.found.some(({ type, detail }) => type === 'contradiction' && /Spare wheels/.test(inEnglish(detail))),
    JSON.stringify(here.found),
  );
  const similar = [{ document_id: 'b', version: 2, title: 'Terms', heading_path: [], text: statement(3, 30) }];
  const against = await studyDocument({ kind: 'compare', subject, similar });
  assert.deepEqual(against, comparedWith(subject, similar));
  const [compared] = against.against[0] ?? [];
  assert.match(compared ? inEnglish(compared.detail) : '', /30 days/);
});

test('only the first statements are compared if there are too many, and a text without sentences has none', async () => {
  const late = manual(0);
  late.chunks = Array.from({ length: 3000 }, () => ({
    heading_path: [],
    text: 'Spare wheels are part of every delivery.',
  }));
  late.chunks.push({ heading_path: ['Last'], text: 'The lighthouse opens at 9:00. The harbour office is closed.' });
  late.chunks.push({ heading_path: ['Very last'], text: 'The lighthouse opens at 10:00.' });
  const { found } = await studyDocument({ kind: 'study', subject: late });
  assert.ok(!found.some(({ detail }) => /lighthouse/.test(inEnglish(detail))));
  const glued = {
    ...manual(0),
    chunks: Array.from({ length: 500 }, () => ({ heading_path: [], text: 'word '.repeat(1600) })),
  };
  assert.deepEqual((await studyDocument({ kind: 'study', subject: glued })).searchTexts, []);
});

test('one thread examines all long documents in order, and a task that breaks it fails alone', async () => {
  let started = 0;
  const count = () => void started++;
  subscribe('worker_threads', count);
  const subject = manual(1000);
  const compare = (of: StudiedDocument) => studyDocument({ kind: 'compare', subject: of, similar: [] });
  await compare(subject);
  const before = started;
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((each) => compare(subject).then(() => order.push(each))));
  assert.deepEqual([order, started], [[1, 2, 3], before]);
  const breaks = { ...subject, title: null } as unknown as StudiedDocument;
  const results = await Promise.allSettled([studyDocument({ kind: 'study', subject: breaks }), compare(subject)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.equal(started, before + 1);
  unsubscribe('worker_threads', count);
});
