import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { openDatabase } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { makeNewDatabase } from './new-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'desk-new-database-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
let logged: string[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line).msg) });
const open = () => {
  logged = [];
  return openDatabase({ url: '', dataDir, log });
};

test('a first start logs the place of the new database, applies every migration, and removes an unfinished database', async () => {
  const cutOff = join(dataDir, 'database.new-1');
  mkdirSync(cutOff);
  writeFileSync(join(cutOff, 'PG_VERSION'), '17');
  const db = await open();
  const location = join(dataDir, 'database');
  const sentence = `A new, empty database was created in ${location}. If you expected an existing one, check DATA_DIR.`;
  assert.deepEqual(logged, [sentence]);
  assert.deepEqual(await pendingMigrations(db), []);
  assert.deepEqual(await migrate(db), []);
  await db.owner.query(`update schema_migration set applied_at = '2001-02-03' where name = '0001_platform.sql'`);
  await db.close();
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('database')),
    ['database'],
  );
});

test('an existing database is never created again', async () => {
  const db = await open();
  assert.deepEqual(logged, []);
  const { rows } = await db.owner.query(`select from schema_migration where applied_at = '2001-02-03'`);
  await db.close();
  assert.equal(rows.length, 1);
});

test('an existing folder stays as it is, whatever it contains', async () => {
  const location = join(dataDir, 'other');
  mkdirSync(location);
  writeFileSync(join(location, 'somebody’s file'), 'kept');
  await makeNewDatabase(location);
  assert.deepEqual(readdirSync(location), ['somebody’s file']);
});

test('if the database cannot be created, the start fails with the reason', async () => {
  await assert.rejects(makeNewDatabase('/dev/null/nowhere/database'), /could not be made \(1\)\. .*ENOTDIR/s);
});
