import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { chance, engine, times } from './chance.ts';
import { doorsOf, seatsFor, take, unrest } from './crew.ts';
import { deliverLoad } from './deliverers.ts';
import { assertKept, findingsOf, settles } from './findings.ts';
import { startDesk } from './process.ts';
import { setScene, type Scene } from './scene.ts';

// docs/promises.md P7: a process that is asked to stop ends in time, and its work is finished or handed on.
const stops = times('PROMISES_STOPS', engine === 'postgres' ? 6 : 3, 100);
const longest = 15_000;

let scene: Scene;
before(async () => {
  scene = await setScene();
});
after(() => scene?.close());

test('a connection that was opened and never used does not hold up the end', async () => {
  await scene.desk.ready;
  const unused = connect(scene.port, '127.0.0.1');
  await once(unused, 'connect');
  const { code } = await scene.desk.terminate();
  unused.destroy();
  assert.equal(code, 0);
  scene.desk = startDesk({ environment: scene.environment, port: scene.port });
  await scene.desk.ready;
});

test('a connection whose request was under way at the signal is closed with its answer, although the client would keep it', async () => {
  await scene.desk.ready;
  const kept = connect(scene.port, '127.0.0.1');
  let answer = '';
  kept.on('data', (part) => (answer += String(part)));
  const body = JSON.stringify({ email: 'nobody@birch.example', password: 'a wrong password' });
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: desk', 'Content-Type: application/json'];
  kept.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`);
  // An answer to another connection shows that the first one has been read as well.
  await fetch(`http://127.0.0.1:${scene.port}/healthz`);
  const ending = scene.desk.terminate();
  await untilRefused(scene.port);
  kept.write(body.slice(9));
  const { code } = await ending;
  kept.destroy();
  assert.equal(code, 0);
  assert.match(answer, /^HTTP\/1.1 401 [^]*\r\nconnection: close\r\n/i);
  scene.desk = startDesk({ environment: scene.environment, port: scene.port });
  await scene.desk.ready;
});

async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const opened = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!opened) return;
  }
}

test(
  'a process that is asked to stop under load exits with 0 in time, and the next one continues at once without ' +
    'any loss',
  async (t) => {
    const luck = chance();
    t.diagnostic(`PROMISES_SEED=${luck.seed} stops=${stops} engine=${engine}`);
    const seats = await seatsFor(scene);
    const calm = new AbortController();
    const first = await scene.desk.terminate();
    const load = deliverLoad(scene, { chance: luck, doors: () => doorsOf(seats), until: calm.signal, deliverers: 4 });
    const ends = await unrest(scene, seats, {
      chance: luck,
      ends: stops,
      by: 'terminate',
      livesFor: [500, 2_000],
      unborn: 0,
    });
    calm.abort();
    // The wait is shorter than a lease: a lease left behind would delay its conversation for a minute and fail the test.
    const last = seats.map((seat) => take(scene, seat));
    await Promise.all(last.map((desk) => desk.ready));
    scene.desk = last[0] ?? scene.desk;
    const sentMessages = await load;
    await settles(scene, sentMessages, 20_000);
    const endings = [first, ...ends, ...(await Promise.all(last.map((desk) => desk.terminate())))];

    assert.deepEqual(
      endings.filter(({ code }) => code !== 0),
      [],
    );
    const slowest = Math.max(...ends.map(({ milliseconds }) => milliseconds));
    assert.ok(slowest <= longest, `${Math.round(slowest)} ms`);
    const answers = sentMessages
      .flatMap(({ attempts }) => attempts.map(({ status }) => status))
      .filter((status) => status !== 0);
    assert.deepEqual(
      answers.filter((status) => ![200, 202, 503].includes(status)),
      [],
      'a caller who is not served is asked to come again',
    );
    const findings = await findingsOf(scene, sentMessages);
    t.diagnostic(
      `acknowledged=${findings.acknowledged} slowest=${Math.round(slowest)} ms outbox=${JSON.stringify(findings.outbox)}`,
    );
    assert.ok(findings.acknowledged > stops, 'enough was said for the stops to matter');
    assertKept(findings);
  },
);
