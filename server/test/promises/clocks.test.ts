import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnFrontdesk } from '../operator/tool.ts';
import { engine } from './chance.ts';
import { openHome } from './home.ts';
import { freePort, startDesk } from './process.ts';

// docs/promises.md P12. The embedded database has the clock of its process.
test(
  'a process whose clock differs from that of the database shows it in its metrics, and the doctor finds it',
  { skip: engine === 'pglite' && 'the embedded database has no clock of its own' },
  async () => {
    const home = await openHome();
    const environment = {
      ...home.environment,
      NODE_OPTIONS: `--import ${new URL('late-clock.ts', import.meta.url).href}`,
    };
    try {
      const desk = startDesk({ environment, port: await freePort() });
      await desk.ready;
      const metrics = await (await fetch(`${desk.url}/metrics`)).text();
      const [, seconds] = /^desk_clock_difference_seconds (\S+)$/m.exec(metrics) ?? [];
      assert.equal(Math.round(Number(seconds)), -90);
      await desk.terminate();

      const { out } = await spawnFrontdesk({ args: ['doctor', '--json'], environment, input: '' });
      const clock = JSON.parse(out).findings.find(({ check }: { check: string }) => check === 'clock');
      assert.equal(clock.state, 'warn');
      assert.match(clock.detail, /^It is 90 seconds behind the database's/);
    } finally {
      await home.remove();
    }
  },
);
