import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createLog } from '../process/log.ts';
import { openDatabase } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { makeNewDatabase } from './new-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'desk-new-database-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const open = () => openDatabase({ url: '', dataDir, log: createLog('silent') });

test('a first start has every migration, and nothing is left of one that was cut off', async () => {
  const cutOff = join(dataDir, 'database.new-1');
  mkdirSync(cutOff);
  writeFileSync(join(cutOff, 'PG_VERSION'), '17');
  const db = await open();
  assert.deepEqual(await pendingMigrations(db), []);
  assert.deepEqual(await migrate(db), []);
  await db.owner.query(`insert into schema_migration (name) values ('kept')`);
  await db.close();
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('database')),
    ['database'],
  );
});

test('a database that is there is never made again', async () => {
  const db = await open();
  const { rows } = await db.owner.query(`select name from schema_migration where name = 'kept'`);
  await db.close();
  assert.equal(rows.length, 1);
});

test('what lies there already stays, whatever it is', async () => {
  const location = join(dataDir, 'other');
  mkdirSync(location);
  writeFileSync(join(location, 'somebody’s file'), 'kept');
  await makeNewDatabase(location);
  assert.deepEqual(readdirSync(location), ['somebody’s file']);
});

test('one that cannot be made fails the start with what is wrong', async () => {
  await assert.rejects(makeNewDatabase('/dev/null/nowhere/database'), /could not be made \(1\)\. .*ENOTDIR/s);
});
