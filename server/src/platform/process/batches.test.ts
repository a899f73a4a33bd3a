import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBatches } from './batches.ts';

interface Trouble {
  fails?(items: readonly number[]): boolean;
  triesAlone?: boolean;
}

/** Records the batches, and lets each batch end when the test calls `finish`. */
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

test('a single call runs at once; calls that come meanwhile run in batches, in order, limited by count and size', async () => {
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

test('a refused item does not make the others fail', async () => {
  const { call, finish } = stage({ fails: (items) => items.includes(3) });
  const results = Promise.allSettled([1, 2, 3, 4].map(call));
  await finish();
  assert.deepEqual(
    (await results).map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)),
    ['done 1', 'done 2', 'refused 3', 'done 4'],
  );
});

test('if an error does not concern the items, the whole batch fails, and later calls are tried', async () => {
  let isFailing = true;
  const { batches, call, finish } = stage({ triesAlone: false, fails: () => isFailing });
  const results = Promise.allSettled([1, 2, 3].map(call));
  await finish();
  assert.deepEqual(
    (await results).map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual(batches, [[1], [2, 3]]);
  isFailing = false;
  const later = call(9);
  await finish();
  assert.equal(await later, 'done 9');
});
