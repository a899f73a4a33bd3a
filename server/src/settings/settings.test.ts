import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { autoRespondChanged } from './index.ts';
import { defaults } from './settings.logic.ts';
import { inScope } from '../platform/database/transaction.ts';
import type { TestServer } from '../../test/server.ts';
import { inWorld, type World } from '../../test/world.ts';

const path = '/api/organizations/me/settings';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const news = async () => {
  const { rows } = await server.desk.db.pool.query('select data from pgboss.job where name = $1', [
    autoRespondChanged.name,
  ]);
  return rows.map((row: { data: unknown }) => row.data);
};

describe('reading settings', () => {
  test('a new organization has the defaults', async () => {
    const answer = await world.max.calls('GET', path);
    assert.deepEqual(answer.body, { ...defaults, version: 1 });
    assert.equal(answer.headers['etag'], '"1"');
    await world.nobody.gets(path, 401);
  });
});

describe('changing settings', () => {
  test('merges, increments the version, and affects only the caller’s organization', async () => {
    const first = await world.ada.patches(path, { thresholds: { answer: 0.8 }, timezone: 'Europe/Lisbon' });
    assert.deepEqual(
      [first.thresholds, first.timezone, first.version],
      [{ answer: 0.8, clarify: 0.45 }, 'Europe/Lisbon', 2],
    );
    const second = await world.ada.patches(path, { thresholds: { clarify: 0.6 }, timezone: null });
    assert.deepEqual([second.thresholds, second.timezone, second.version], [{ answer: 0.8, clarify: 0.6 }, 'UTC', 3]);
    assert.deepEqual(await world.max.gets(path), second);
    assert.deepEqual(await world.mallory.gets(path), { ...defaults, version: 1 });
  });

  test('accepts every setting in the form in which it is read', async () => {
    const { version: _, ...settings } = await world.ada.gets(path);
    const { version: __, ...again } = await world.ada.patches(path, settings);
    assert.deepEqual(again, settings);
  });

  test('requires the current version, if the request names one', async () => {
    const { version } = await world.ada.gets(path);
    const change = () => world.ada.calls('PATCH', path, { max_ai_turns: 4 }, { 'if-match': `"${version}"` });
    assert.equal((await change()).status, 200);
    assert.deepEqual([(await change()).status, (await change()).body.code], [412, 'version_conflict']);
  });

  test('keeps all of several concurrent changes', async () => {
    const turn = (patch: object) => world.mallory.patches(path, patch);
    await Promise.all([turn({ max_ai_turns: 9 }), turn({ max_clarifications: 1 }), turn({ default_language: 'pt' })]);
    const { max_ai_turns, max_clarifications, default_language, version } = await world.mallory.gets(path);
    assert.deepEqual([max_ai_turns, max_clarifications, default_language, version], [9, 1, 'pt', 4]);
  });

  test('is refused to other roles before the body is read', async () => {
    for (const caller of [world.max, world.wim]) {
      const headers = { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' };
      const answer = await server.app.inject({ method: 'PATCH', url: path, headers, payload: '{"auto' });
      assert.deepEqual([answer.statusCode, answer.json().required_role], [403, 'org_admin']);
    }
  });

  test('refuses a destination of another organization', async () => {
    const { id } = await queueOf(world.cedar);
    const foreign = await world.ada.calls('PATCH', path, { default_destination_id: id });
    assert.deepEqual([foreign.status, foreign.body.errors[0].path], [422, '/default_destination_id']);
    const own = await queueOf(world.birch);
    assert.equal((await world.ada.patches(path, { default_destination_id: own.id })).default_destination_id, own.id);
    assert.equal((await world.ada.patches(path, { default_destination_id: null })).default_destination_id, null);
  });

  const refused: [object, string][] = [
    [{ auto_respond: true }, '/auto_respond'],
    [{ version: 9 }, '/version'],
    [{ channels: { sms: { auto_respond: 'off' } } }, '/channels/sms'],
    [{ channels: { email: { auto_respond: 'auto' } } }, '/channels/email/auto_respond'],
    [{ thresholds: { answer: 1.01 } }, '/thresholds/answer'],
    [{ thresholds: { answer: '0.7' } }, '/thresholds/answer'],
    [{ thresholds: { answer: 0.2 } }, '/thresholds/clarify'],
    [{ max_ai_turns: 0 }, '/max_ai_turns'],
    [{ max_ai_turns: 2.5 }, '/max_ai_turns'],
    [{ timezone: 'Lisbon' }, '/timezone'],
    [{ default_language: 'English' }, '/default_language'],
    [{ allowed_languages: ['en', 'en'] }, '/allowed_languages'],
    [{ business_hours: [{ days: [0], from: '09:00', to: '17:00' }] }, '/business_hours/0/days/0'],
    [{ business_hours: [{ days: [], from: '09:00', to: '17:00' }] }, '/business_hours/0/days'],
    [{ business_hours: [{ days: [1], from: '9:00', to: '17:00' }] }, '/business_hours/0/from'],
    [{ business_hours: [{ days: [1], from: '09:00', to: '24:01' }] }, '/business_hours/0/to'],
    [{ business_hours: [{ days: [1], from: '09:00' }] }, '/business_hours/0/to'],
    [{ holidays: ['2026-02-30'] }, '/holidays/0'],
    [{ handover_message: 'x'.repeat(2001) }, '/handover_message'],
    [{ persona: { name: '' } }, '/persona/name'],
    [{ retention_days: { messages: 0 } }, '/retention_days/messages'],
    [{ default_destination_id: 'queue' }, '/default_destination_id'],
  ];
  for (const [body, field] of refused) {
    test(`${JSON.stringify(body).slice(0, 70)} is 422 at ${field}, and changes nothing`, async () => {
      const before = await world.ada.gets(path);
      const answer = await world.ada.calls('PATCH', path, body);
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.errors[0].path],
        [422, 'validation_failed', field],
      );
      assert.deepEqual(await world.ada.gets(path), before);
    });
  }
});

describe('auto-respond', () => {
  test('enqueues a job when it is switched, in the same transaction, and only then', async () => {
    assert.deepEqual(await news(), []);
    await world.ada.patches(path, { auto_respond_enabled: false, max_ai_turns: 5 });
    await world.ada.patches(path, { auto_respond_enabled: true, timezone: 'Nowhere' }, 422);
    assert.deepEqual(await news(), []);
    await world.ada.patches(path, { auto_respond_enabled: true });
    assert.deepEqual(await news(), [{ organizationId: world.birch.organizationId }]);
  });

  test('enqueues a job when one channel is switched off', async () => {
    await world.mallory.patches(path, { channels: { email: { auto_respond: 'off' } } });
    const organizations = async () => (await news()).map((each) => (each as { organizationId: string }).organizationId);
    assert.equal((await organizations()).includes(world.cedar.organizationId), false);
    await world.mallory.patches(path, { auto_respond_enabled: true });
    await world.mallory.patches(path, { channels: { chatdesk: { auto_respond: 'off' } } });
    assert.equal((await organizations()).includes(world.cedar.organizationId), true);
  });
});

async function queueOf({ organizationId }: { organizationId: string }) {
  return inScope(server.desk.db, { organizationId }, (tx) =>
    tx.selectFrom('destination').select('id').where('organization_id', '=', organizationId).executeTakeFirstOrThrow(),
  );
}
