import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesToProbe, probesOf } from './probes.logic.ts';

const chunk = (text: string, ...heading_path: string[]) => ({ text, heading_path });

test('probes are the title, headings and first sentences of the document itself', () => {
  const chunks = [chunk('You have 30 days. Then it is over.', 'Deadline'), chunk('No.', 'Can I return worn shoes?')];
  assert.deepEqual(probesOf({ title: 'Returns', chunks }), [
    'Returns',
    'Returns Deadline',
    'Can I return worn shoes?',
    'You have 30 days.',
  ]);
});

test('there are at most five probes, spread over the document', () => {
  assert.deepEqual(placesToProbe(100), [0, 20, 40, 60, 80]);
  assert.deepEqual(placesToProbe(7), [0, 2, 3, 5, 6]);
  assert.deepEqual([placesToProbe(2), placesToProbe(0)], [[0, 1], []]);
  const chunks = placesToProbe(100).map((at) => chunk(`This is passage number ${at}. More.`));
  assert.deepEqual(probesOf({ title: 'Long', chunks }), [
    'Long',
    ...[0, 20, 40, 60].map((at) => `This is passage number ${at}.`),
  ]);
});

test('Markdown marks are removed from probes', () => {
  const probes = probesOf({
    title: 'Steps',
    chunks: [chunk('**First** open the [app](https://example.com). Then wait.')],
  });
  assert.equal(probes[1], 'First open the app https://example.com .');
});
