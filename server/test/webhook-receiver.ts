import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before } from 'node:test';
import { takeUpWaiting } from '../src/app.ts';
import { startServer, type TestServer } from './server.ts';
import { eventually } from './story/stage.ts';
import { createWorld, type World } from './world.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export const path = '/api/webhook-endpoints';

/** A desk that works, and a receiver of its webhooks; both last as long as the test file, the endpoints as long as a test. */
export function withReceiver({ environment = {} }: { environment?: Record<string, string> } = {}) {
  /** What the receiver does at a path; without an entry it accepts. */
  const answers = new Map<string, (response: ServerResponse) => void>();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { url = '', headers } = request;
      stage.received.push({ path: url, headers, body });
      const answer = answers.get(url);
      if (answer) answer(response);
      else response.writeHead(204).end();
    });
  });
  const stage = {
    server: undefined as unknown as TestServer,
    world: undefined as unknown as World,
    base: '',
    received: [] as Received[],
    answers,
  };
  before(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    stage.base = `http://${host}`;
    stage.server = await startServer({ environment: { EGRESS_ALLOW: host, ...environment }, working: 'jobs' });
    stage.world = await createWorld(stage.server);
  });
  after(async () => {
    await stage.server.close();
    receiver.close();
    receiver.closeAllConnections();
  });
  afterEach(async () => {
    for (const { id } of (await stage.world.ada.gets(path)).items) await stage.world.ada.deletes(`${path}/${id}`);
    answers.clear();
    stage.received = [];
  });
  return Object.assign(stage, actionsOf(stage));
}

function actionsOf(stage: { server: TestServer; world: World; base: string; received: Received[] }) {
  let turns = 3;
  const deliveriesOf = async (id: string) => (await stage.world.ada.gets(`${path}/${id}/deliveries`)).items as any[];
  return {
    creates: (at: string, more: object = {}) =>
      stage.world.ada.posts(path, { url: `${stage.base}${at}`, events: ['settings.updated'], ...more }),
    deliveriesOf,
    query: (text: string, values: unknown[] = []) => stage.server.desk.db.owner.query(text, values),
    /** Looks for work, as the timer does. */
    looks: () => takeUpWaiting(stage.server.desk),
    /** Changes the settings, which is one event, and looks for it as the timer does. */
    async happens(): Promise<number> {
      turns = turns === 3 ? 4 : 3;
      const { version } = await stage.world.ada.patches('/api/organizations/me/settings', { max_ai_turns: turns });
      await takeUpWaiting(stage.server.desk);
      return version;
    },
    deliveredTo: (at: string, count: number): Promise<Received[]> =>
      eventually(async () => {
        await takeUpWaiting(stage.server.desk);
        const got = stage.received.filter((each) => each.path === at);
        assert.equal(got.length, count);
        return got;
      }),
    settles: (id: string, state: string, attempts: number): Promise<any> =>
      eventually(async () => {
        await takeUpWaiting(stage.server.desk);
        const [newest] = await deliveriesOf(id);
        assert.deepEqual([newest?.state, newest?.attempts.length], [state, attempts]);
        return newest;
      }),
  };
}
