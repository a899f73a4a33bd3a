import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../test/server.ts';
import { registers } from '../../../test/world.ts';

let server: TestServer;
let guarded: TestServer;
before(async () => {
  server = await startServer();
  guarded = await startServer({ environment: { METRICS_TOKEN: 'let me read' } });
});
after(() => Promise.all([server.close(), guarded.close()]));

const metrics = (at: TestServer, remoteAddress: string, authorization = '') =>
  at.app.inject({ url: '/metrics', remoteAddress, headers: authorization ? { authorization } : {} });

test('the process reports that it runs and can serve', async () => {
  for (const url of ['/healthz', '/readyz']) assert.equal((await server.app.inject({ url })).statusCode, 200, url);
});

test('without METRICS_TOKEN only this machine can read the metrics', async () => {
  const answer = await metrics(server, '127.0.0.1');
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
  assert.match(answer.body, /^process_cpu_seconds_total \d/m);
  for (const address of ['203.0.113.7', '10.0.0.3', '2001:db8::1'])
    assert.equal((await metrics(server, address)).statusCode, 404, address);
});

test('a request through a proxy on this machine does not count as local', async () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
    const answer = await server.app.inject({ url: '/metrics', headers: { [header]: '127.0.0.1' } });
    assert.equal(answer.statusCode, 404, header);
  }
});

test('the metrics report received, refused and waiting work', async () => {
  const { status } = (
    await server.app.inject({ method: 'POST', url: '/webhooks/chatdesk/nobody', payload: 'x' })
  ).json();
  assert.equal(status, 401);
  const { body } = await metrics(server, '127.0.0.1');
  assert.match(body, /^desk_inbound_requests_total\{channel="chatdesk",outcome="refused"\} [1-9]/m);
  for (const name of ['desk_lanes_due 0', '# TYPE desk_deliveries_total counter', '# TYPE desk_repairs_total counter'])
    assert.ok(body.includes(name), name);
});

test('the metrics report how long work has been due', async () => {
  assert.match((await metrics(server, '127.0.0.1')).body, /^desk_queue_age_seconds\{queue="events"\} 0$/m);
  const { organizationId } = await registers(server, 'Ada', 'Birch');
  await server.desk.db.owner.query(
    `insert into lane (organization_id, channel, lane_key, pending, ready_at, locked_until)
     values ($1, 'chatdesk', 'old', true, clock_timestamp() - interval '90 seconds', clock_timestamp() + interval '1 hour')`,
    [organizationId],
  );
  const { body } = await metrics(server, '127.0.0.1');
  const [, age = ''] = /^desk_queue_age_seconds\{queue="events"\} ([\d.]+)$/m.exec(body) ?? [];
  assert.ok(Number(age) >= 90 && Number(age) < 120, age);
  assert.match(body, /^desk_queue_age_seconds\{queue="deliveries"\} 0$/m);
  assert.match(body, /^desk_breakers_open 0$/m);
});

test('with METRICS_TOKEN only callers with the token can read the metrics, from anywhere', async () => {
  assert.equal((await metrics(guarded, '203.0.113.7', 'Bearer let me read')).statusCode, 200);
  assert.equal((await metrics(guarded, '127.0.0.1')).statusCode, 404);
  assert.equal((await metrics(guarded, '127.0.0.1', 'Bearer let me rea')).statusCode, 404);
});
