import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { engine } from './chance.ts';
import { seatsFor, take } from './crew.ts';
import { openHome } from './home.ts';
import { freePort, startDesk, type Role } from './process.ts';
import { answeredOnce, conversationOf, eventually, hookOf, setScene } from './scene.ts';

for (const role of ['api', 'worker'] satisfies Role[]) {
  test(`a process with only the role ${role} requires PostgreSQL, and reports that`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'desk-promises-'));
    const ending = await startDesk({ environment: { DATA_DIR: dataDir }, role, port: await freePort() }).ended;
    rmSync(dataDir, { recursive: true });
    assert.equal(ending.code, 1);
    assert.equal(
      ending.stderr,
      `Frontdesk cannot start: ROLE=${role} needs DATABASE_URL: the embedded database serves one process.\n`,
    );
  });
}

test(
  'one process receives a message and another answers it; without a worker it waits',
  { skip: engine === 'pglite' && 'the embedded database serves one process' },
  async () => {
    const scene = await setScene();
    try {
      await scene.desk.terminate();
      const [api, worker] = await seatsFor(scene, ['api', 'worker']);
      assert.ok(api && worker);
      scene.desk = take(scene, api);
      await scene.desk.ready;
      const event = scene.chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
      assert.equal((await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', scene.desk.url), event)).status, 202);
      assert.equal(await conversationOf(scene, event.conversationId), undefined, 'nobody works here yet');

      const healthFile = join(scene.home.environment['DATA_DIR'] ?? '', 'alive');
      const working = take({ ...scene, environment: { ...scene.environment, HEALTH_FILE: healthFile } }, worker);
      await working.ready;
      await eventually(() => assert.ok(existsSync(healthFile), 'it says that it works'));
      await answeredOnce(scene, event.conversationId);
      await assert.rejects(fetch(`${working.url}/healthz`), 'a worker listens to nothing');
      assert.equal((await working.terminate()).code, 0);
      assert.equal((await scene.desk.terminate()).code, 0);
    } finally {
      await scene.close();
    }
  },
);

test(
  'a login that owns nothing serves a database that the owner has prepared, and otherwise reports what is missing',
  { skip: engine === 'pglite' && 'the embedded database has no logins' },
  async () => {
    const scene = await setScene();
    const login = `desk_login_${process.pid}`;
    try {
      await scene.home.look((query) => query(`create role ${login} login password 'word' in role desk_app`));
      await scene.desk.terminate();
      const url = new URL(scene.home.databaseUrl);
      url.username = login;
      url.password = 'word';
      const environment = { ...scene.environment, DATABASE_URL: url.href };
      scene.desk = startDesk({ environment, port: scene.port });
      await scene.desk.ready;
      const event = scene.chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
      await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', scene.desk.url), event);
      await eventually(() => assert.equal(scene.chatdesk.repliesTo(event.conversationId).length, 1));
      const logins = await scene.home.look((query) =>
        query(
          `select distinct usename from pg_stat_activity where datname = current_database() and usename <> current_user`,
        ),
      );
      assert.deepEqual(logins, [{ usename: login }], 'and with no other login than the own one');
      assert.equal((await scene.desk.terminate()).code, 0);

      const newest = `delete from schema_migration where name = (select max(name) from schema_migration)`;
      await scene.home.look((query) => query(newest));
      const { code, stderr } = await startDesk({ environment, port: await freePort() }).ended;
      const remedy =
        'The database is not up to date, and this login does not own it: run `frontdesk migrate` as its owner.';
      assert.deepEqual([code, stderr], [1, `Frontdesk cannot start: ${remedy}\n`]);
    } finally {
      await scene.close();
    }
  },
);

test(
  'while the database refuses the login, requests are asked to come again, and then served without a restart',
  { skip: engine === 'pglite' && 'the embedded database has no logins' },
  async () => {
    const scene = await setScene();
    const login = `desk_refused_${process.pid}`;
    try {
      await scene.home.look((query) => query(`create role ${login} login in role desk_app`));
      await scene.desk.terminate();
      const environment = { ...scene.environment, DATABASE_URL: urlOf(scene.home.databaseUrl, { username: login }) };
      scene.desk = startDesk({ environment, port: scene.port });
      await scene.desk.ready;
      await scene.home.look(async (query) => {
        await query(`alter role ${login} nologin`);
        await query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [login]);
      });
      for (let calls = 0; calls < 5; calls += 1)
        assert.equal((await scene.call('GET', '/api/conversations')).status, 503);
      const event = scene.chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
      const { headers, raw } = event;
      const hook = hookOf(scene, 'chatdesk', scene.desk.url);
      assert.equal((await fetch(hook, { method: 'POST', headers, body: new Uint8Array(raw) })).status, 503);
      await scene.home.look((query) => query(`alter role ${login} login`));
      await scene.chatdesk.deliver(hook, event);
      await answeredOnce(scene, event.conversationId);
    } finally {
      await scene.close();
    }
  },
);

test(
  'an owner without the right to create roles and extensions prepares a database in which both exist',
  { skip: engine === 'pglite' && 'the embedded database has no logins' },
  async () => {
    const home = await openHome();
    const owner = `desk_owner_${process.pid}`;
    const asAdmin = async (database: string, ...statements: string[]) => {
      const client = new pg.Client({ connectionString: urlOf(home.databaseUrl, { database }) });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    };
    try {
      const roles = 'desk_app, desk_dispatch, desk_audit, desk_erase';
      const login = `create role ${owner} login password 'word'`;
      await asAdmin(
        'postgres',
        login,
        `grant ${roles} to ${owner} with admin option`,
        `create database ${owner} owner ${owner}`,
      );
      await asAdmin(owner, 'create extension vector');
      const url = urlOf(home.databaseUrl, { database: owner, username: owner, password: 'word' });
      const desk = startDesk({ environment: { ...home.environment, DATABASE_URL: url }, port: await freePort() });
      await desk.ready;
      assert.equal((await desk.terminate()).code, 0);
    } finally {
      await asAdmin('postgres', `drop database if exists ${owner} with (force)`, `drop role ${owner}`);
      await home.remove();
    }
  },
);

function urlOf(
  url: string,
  { database, ...login }: { database?: string; username?: string; password?: string },
): string {
  return Object.assign(new URL(url), database ? { pathname: `/${database}` } : {}, login).href;
}
