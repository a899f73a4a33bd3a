import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { openHome } from './home.ts';
import { freePort, startDesk } from './process.ts';

test('a process with SMTP_LISTEN receives mail there, and a connection without mail does not delay its end', async () => {
  const home = await openHome();
  const port = await freePort();
  const environment = { ...home.environment, SMTP_LISTEN: `127.0.0.1:${port}`, LOG_LEVEL: 'silent' };
  const desk = startDesk({ environment, port: await freePort() });
  try {
    await desk.ready;
    const socket = connect(port, '127.0.0.1');
    const [greeting] = await once(socket, 'data');
    assert.match(String(greeting), /^220 /);
    assert.equal((await desk.terminate()).code, 0);
  } finally {
    await desk.kill();
    await home.remove();
  }
});
