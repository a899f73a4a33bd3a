import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSavedAlready } from './saved-already.logic.ts';

const now = {
  name: 'Venues',
  note: null,
  detect: { keywords: ['barn', 'hall'], examples: [] },
  workspace: { id: '1', name: 'Shop' },
  version: 2,
};

for (const [sent, expected] of [
  [{ name: 'Venues' }, true],
  [{ name: ' Venues ' }, true],
  [{ name: 'Venue' }, false],
  [{ name: 'Venues', note: null }, true],
  [{ note: '' }, false],
  [{ detect: { keywords: ['barn', 'hall'] } }, true],
  [{ detect: { keywords: ['barn'] } }, false],
  [{ detect: { keywords: ['hall', 'barn'] } }, false],
  [{ detect: null }, false],
  [{ workspace_id: '1' }, true],
  [{ workspace_id: '2' }, false],
  [{ destination_id: null }, true],
  [{ destination_id: '1' }, false],
  [{ secret: 'new' }, false],
] as const) {
  test(`${JSON.stringify(sent)} is ${expected ? '' : 'not '}what is there already`, () =>
    assert.equal(isSavedAlready(sent, now), expected));
}
