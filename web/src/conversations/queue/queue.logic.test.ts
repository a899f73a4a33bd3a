import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersOn, neighbourOf, queryOf, rangeOf, splitNew, viewOf } from './queue.logic.ts';

test("the view of people's work shows open conversations, the longest wait first; the other views show every state", () => {
  const human = queryOf({});
  assert.deepEqual([human.owner, human.status, human.sort], ['human', 'open', 'waiting_since']);
  const all = queryOf({ view: 'all' });
  assert.deepEqual([all.owner, all.status, all.sort], [undefined, undefined, 'updated_at']);
  const closed = queryOf({ view: 'closed', status: 'open' });
  assert.deepEqual([closed.owner, closed.status, closed.sort], [undefined, 'resolved', 'updated_at']);
});

test('a conversation that waits for people is shown even if the AI owns it, as with a draft', () => {
  for (const view of ['human', 'ai', 'all'])
    for (const needs of ['approval', 'reply'] as const) {
      const query = queryOf({ view, needs });
      assert.deepEqual([query.needs, query.owner, query.status], [needs, undefined, undefined]);
    }
});

test('unknown values in an address are ignored', () => {
  assert.equal(viewOf({ view: 'mine' }), 'human');
  const query = queryOf({ view: 'all', status: 'lost', channel: 'fax', needs: 'love', sort: 'mood' });
  assert.deepEqual(
    [query.status, query.channel, query.needs, query.sort],
    [undefined, undefined, undefined, 'updated_at'],
  );
  assert.equal(filtersOn({ view: 'all', q: 'x', sort: 'updated_at', tag: '1' }), 1);
});

test('the neighbour of a conversation is the next one; outside the list it is the first or the last', () => {
  const table: [string | undefined, 1 | -1, string | undefined][] = [
    ['b', 1, 'c'],
    ['b', -1, 'a'],
    ['c', 1, undefined],
    [undefined, 1, 'a'],
    ['x', -1, 'c'],
  ];
  for (const [id, step, expected] of table) assert.equal(neighbourOf(['a', 'b', 'c'], { id }, step), expected);
});

test('the neighbour of a conversation that has left the list is the one beside its last place', () => {
  const table: [number, 1 | -1, string | undefined][] = [
    [0, 1, 'a'],
    [0, -1, undefined],
    [1, 1, 'b'],
    [1, -1, 'a'],
    [3, 1, 'c'],
    [3, -1, 'c'],
  ];
  for (const [left, step, expected] of table)
    assert.equal(neighbourOf(['a', 'b', 'c'], { id: 'gone', left }, step), expected);
});

test('a range goes from the last selected row to the new one, in either direction', () => {
  const ids = ['a', 'b', 'c', 'd'];
  assert.deepEqual(rangeOf(ids, 'b', 'd'), ['b', 'c', 'd']);
  assert.deepEqual(rangeOf(ids, 'c', 'a'), ['a', 'b', 'c']);
  assert.deepEqual(rangeOf(ids, undefined, 'c'), ['c']);
  assert.deepEqual(rangeOf(ids, 'gone', 'c'), ['c']);
});

test('new rows above the known ones wait behind the button, further rows at the end do not', () => {
  const rows = ['n', 'a', 'b', 'z'].map((id) => ({ id }));
  const { shown, fresh } = splitNew(rows, new Set(['a', 'b']));
  assert.deepEqual([shown.map(({ id }) => id), fresh.map(({ id }) => id)], [['a', 'b', 'z'], ['n']]);
  assert.equal(splitNew(rows, null).shown.length, 4);
});
