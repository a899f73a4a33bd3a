import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachGuarded } from './guarded.ts';

test('an item that fails is logged, and keeps none of the others waiting', async () => {
  const logged: unknown[] = [];
  const desk = { log: { error: (...message: unknown[]) => logged.push(message) } } as never;
  const done: number[] = [];
  await eachGuarded(desk, 'numbers', [1, 2, 3], async (item) => {
    if (item === 2) throw Object.assign(new Error('secret words'), { code: 'ENOENT' });
    done.push(item);
  });
  assert.deepEqual(done, [1, 3]);
  assert.deepEqual(logged, [[{ need: 'numbers', code: 'ENOENT' }, 'sweeper could not repair']]);
});
