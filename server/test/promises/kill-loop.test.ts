import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chance, engine, times } from './chance.ts';
import { doorsOf, misbehave, seatsFor, take, unrest } from './crew.ts';
import { deliverLoad } from './deliverers.ts';
import { assertKept, findingsOf, settles } from './findings.ts';
import { passSeconds } from './home.ts';
import { setScene, type Scene } from './scene.ts';

// docs/promises.md P1 (nothing acknowledged is lost), P2 (nothing happens twice), P3 (no customer reads a reply twice).
const kills = times('PROMISES_KILLS', engine === 'postgres' ? 16 : 5, 300);

let scene: Scene;
before(async () => {
  scene = await setScene();
});
after(() => scene?.close());

test(
  'whichever process is killed at any time, an acknowledged event becomes one message, and every customer is ' +
    'answered exactly once',
  async (t) => {
    const luck = chance();
    t.diagnostic(`PROMISES_SEED=${luck.seed} kills=${kills} engine=${engine}`);
    const seats = await seatsFor(scene);
    const calm = new AbortController();
    await scene.desk.kill();

    let acknowledged = 0;
    const load = deliverLoad(scene, {
      chance: luck,
      doors: () => doorsOf(seats),
      until: calm.signal,
      deliverers: 5,
      onAcknowledged: () => void (acknowledged += 1),
    });
    const faults = misbehave(scene, luck, calm.signal);
    const ends = await unrest(scene, seats, {
      chance: luck,
      ends: kills,
      by: 'kill',
      livesFor: [300, 1_500],
      unborn: 0.15,
      acknowledged: () => acknowledged,
    });
    calm.abort();
    await faults;
    await passSeconds(scene.home, 60);
    const last = seats.map((seat) => take(scene, seat));
    await Promise.all(last.map((desk) => desk.ready));
    scene.desk = last[0] ?? scene.desk;
    const sentMessages = await load;
    await settles(scene, sentMessages, 60_000);
    const endings = await Promise.all(last.map((desk) => desk.terminate()));

    assert.deepEqual(
      endings.map(({ code }) => code),
      endings.map(() => 0),
    );
    assert.equal(
      ends.filter(({ signal }) => signal === 'SIGKILL').length,
      kills,
      'every process lived until it was killed',
    );
    assert.deepEqual(
      sentMessages.filter((each) => !each.acknowledged).map((each) => each.mark),
      [],
      'delivered until acknowledged',
    );
    const findings = await findingsOf(scene, sentMessages);
    t.diagnostic(`acknowledged=${findings.acknowledged} outbox=${JSON.stringify(findings.outbox)}`);
    assert.ok(findings.acknowledged > kills / 2, 'enough was said for the kills to matter');
    assertKept(findings);
  },
);
