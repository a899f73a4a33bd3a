import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inject, startServer } from '../server.ts';
import { createWorld } from '../world.ts';

// docs/promises.md P8.
test('calls beyond the capacity of a process get a 503; the others are answered, and so are later ones', async () => {
  const server = await startServer();
  try {
    const { wim } = await createWorld(server);
    const headers = { authorization: `Bearer ${wim.token}` };
    const ask = () => inject(server.app, { method: 'GET', url: '/api/conversations', headers });
    const answers = await Promise.all(Array.from({ length: 320 }, ask));
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    const answered = answers.filter(({ statusCode }) => statusCode === 200);
    assert.equal(refused.length + answered.length, answers.length);
    assert.ok(refused.length > 0, 'the calls were too few to be too many');
    // On a busy machine more are refused than those beyond the capacity: a call also waits only so long for the database.
    assert.ok(answered.length > 0, 'none was answered');
    for (const each of refused) {
      assert.equal(each.json().code, 'unavailable');
      assert.ok(Number(each.headers['retry-after']) >= 2);
    }
    assert.equal((await ask()).statusCode, 200);
  } finally {
    await server.close();
  }
});
