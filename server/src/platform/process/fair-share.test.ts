import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { atOnce, createFairShare, sharing } from './fair-share.ts';

/** Work in parts: `begin` asks for parts of an organization, `end` ends one, `begun` has all that have begun, in this order. */
function parts(connections: number) {
  const share = createFairShare(connections);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const part = (name: string) =>
    share.during(name.slice(0, 1), () => {
      begun.push(name);
      return new Promise<void>((resolve) => void ends.set(name, resolve));
    });
  return {
    begun,
    begin: (...names: string[]) => sharing(() => names.forEach((name) => void part(name))),
    beginAtOnce: (name: string) => sharing(() => atOnce(() => void part(name))),
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

test('an organization alone begins as many parts as there are connections', async () => {
  const { begun, begin, end } = parts(3);
  begin('a1', 'a2', 'a3', 'a4');
  assert.deepEqual(begun, ['a1', 'a2', 'a3']);
  await end('a2');
  assert.deepEqual(begun, ['a1', 'a2', 'a3', 'a4']);
});

test('beside another organization, one begins two parts, and the next when one of them ends', async () => {
  const { begun, begin, end } = parts(16);
  begin('b1');
  begin('a1', 'a2', 'a3', 'a4');
  assert.deepEqual(begun, ['b1', 'a1', 'a2']);
  await end('a1');
  assert.deepEqual(begun, ['b1', 'a1', 'a2', 'a3']);
  await end('b1');
  begin('b2', 'b3');
  assert.deepEqual(begun, ['b1', 'a1', 'a2', 'a3', 'b2', 'b3'], 'at once, before what the first one has waiting');
});

test('with one connection, organizations do not wait behind all that another one has waiting', async () => {
  const { begun, begin, end } = parts(1);
  begin('a1', 'a2', 'a3');
  begin('b1');
  assert.deepEqual(begun, ['a1', 'b1']);
  await end('a1');
  assert.deepEqual(begun, ['a1', 'b1', 'a2']);
});

test('what must not come late begins at once', async () => {
  const { begun, begin, beginAtOnce } = parts(1);
  begin('a1', 'a2');
  beginAtOnce('a3');
  assert.deepEqual(begun, ['a1', 'a3']);
});

test('a part that fails has ended', async () => {
  const share = createFairShare(1);
  const failing = () => sharing(() => share.during('a', () => Promise.reject(new Error('refused'))));
  await assert.rejects(failing(), /refused/);
  await assert.rejects(failing(), /refused/);
});
