import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Desk } from './desk.ts';
import { OrganizationCache } from './organization-cache.ts';

const desk = () => ({ db: {} as Desk['db'] });
const isThere = (kept: OrganizationCache<{ size: number }>, at: Pick<Desk, 'db'>, organization: string) => {
  let isFresh = false;
  kept.use(at, organization, () => ((isFresh = true), { size: 0 }));
  return !isFresh;
};
const keeping = (most: number) => new OrganizationCache<{ size: number }>({ most, sizeOf: ({ size }) => size });

test('the least recently used organizations are evicted first, and no more than necessary', () => {
  const [kept, here] = [keeping(10), desk()];
  for (const name of ['first', 'second', 'third']) kept.use(here, name, () => ({ size: 5 }));
  kept.use(here, 'first', () => assert.fail('it is kept'));
  kept.makeRoom(here);
  assert.deepEqual([isThere(kept, here, 'first'), isThere(kept, here, 'third')], [true, true]);
  assert.equal(isThere(kept, here, 'second'), false);
});

test('the most recently used entry stays, however large it is', () => {
  const [kept, here] = [keeping(10), desk()];
  for (const name of ['small', 'large']) kept.use(here, name, () => ({ size: name === 'large' ? 99 : 1 }));
  kept.makeRoom(here);
  assert.equal(isThere(kept, here, 'large'), true);
  assert.equal(isThere(kept, here, 'small'), false);
});

test('two databases share no entries, and a forgotten entry is created again', () => {
  const [kept, here, there] = [keeping(10), desk(), desk()];
  kept.use(here, 'one', () => ({ size: 1 }));
  assert.equal(isThere(kept, there, 'one'), false);
  kept.forget(here, 'one');
  assert.equal(isThere(kept, here, 'one'), false);
});
