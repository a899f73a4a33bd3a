import assert from 'node:assert/strict';
import { chmodSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { engine } from './chance.ts';
import { openHome } from './home.ts';
import { freePort, startDesk } from './process.ts';

const skip = engine === 'postgres' && 'only the embedded database lives in the data directory';

test(
  'a second process on the same data directory is refused with the first one’s id, and starts once that is killed',
  { skip },
  async () => {
    const home = await openHome();
    chmodSync(home.dataDir, 0o777);
    const environment = { ...home.environment, LOG_LEVEL: 'silent' };
    const first = startDesk({ environment, port: await freePort() });
    try {
      await first.ready;
      assert.equal(statSync(home.dataDir).mode & 0o777, 0o700, 'it was open to everybody');
      const second = await startDesk({ environment, port: await freePort() }).ended;
      assert.equal(second.code, 1);
      assert.equal(
        second.stderr,
        `Frontdesk cannot start: The data directory ${home.dataDir} is in use by process ${first.pid}. Stop it, or set DATA_DIR.\n`,
      );
      assert.equal((await fetch(`${first.url}/readyz`)).status, 200, 'the first one was not disturbed');

      assert.equal((await first.kill()).signal, 'SIGKILL');
      const third = startDesk({ environment, port: await freePort() });
      await third.ready;
      assert.equal((await fetch(`${third.url}/readyz`)).status, 200);
      assert.equal((await third.terminate()).code, 0);
    } finally {
      await first.kill();
      await home.remove();
    }
  },
);
