import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBatches } from './batches.ts';

interface Trouble {
  fails?(items: readonly number[]): boolean;
  triesAlone?: boolean;
}

/** Records what is run together, and lets each batch end when the test says so. */
function stage({ fails = () => false, triesAlone = true }: Trouble = {}) {
  const batches: number[][] = [];
  const endings: (() => void)[] = [];
  const call = inBatches<number, string>(
    async (items) => {
      batches.push([...items]);
      await new Promise<void>((end) => endings.push(end));
      if (fails(items)) throw new Error(`refused ${items.join()}`);
      return items.map((item) => `done ${item}`);
    },
    { atOnce: 1, most: { items: 3, size: 100 }, sizeOf: (item) => item, triesAlone: () => triesAlone },
  );
  const finish = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      const ends = endings.splice(0);
      if (ends.length > 0) quiet = 0;
      ends.forEach((end) => end());
      await new Promise(setImmediate);
    }
  };
  return { batches, call, finish };
}

test('a call that comes alone goes at once; what comes meanwhile goes together, in order, bounded by count and by size', async () => {
  const { batches, call, finish } = stage();
  const results = [1, 2, 3, 4, 5, 90, 91, 200, 6].map(call);
  assert.deepEqual(batches, [[1]]);
  await finish();
  assert.deepEqual(batches, [[1], [2, 3, 4], [5, 90], [91], [200], [6]]);
  assert.deepEqual(
    await Promise.all(results),
    [1, 2, 3, 4, 5, 90, 91, 200, 6].map((item) => `done ${item}`),
  );
});

test('one that is refused does not take the others with it', async () => {
  const { call, finish } = stage({ fails: (items) => items.includes(3) });
  const results = Promise.allSettled([1, 2, 3, 4].map(call));
  await finish();
  assert.deepEqual(
    (await results).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
    ['done 1', 'done 2', 'refused 3', 'done 4'],
  );
});

test('where an error says nothing of the items, a batch fails as one, and what comes later is tried', async () => {
  let isAway = true;
  const { batches, call, finish } = stage({ triesAlone: false, fails: () => isAway });
  const results = Promise.allSettled([1, 2, 3].map(call));
  await finish();
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual(batches, [[1], [2, 3]]);
  isAway = false;
  const later = call(9);
  await finish();
  assert.equal(await later, 'done 9');
});
