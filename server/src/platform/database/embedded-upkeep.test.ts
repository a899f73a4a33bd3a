import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { embeddedSnapshot } from '../../../test/database.ts';
import { openDatabase, type DatabaseOptions, type Db } from './database.ts';
import { upkeep } from './embedded-upkeep.ts';

let db: Db;
const one = async (text: string) => (await db.owner.query(text)).rows[0] ?? {};

async function open(options: Partial<DatabaseOptions> = {}): Promise<Db> {
  const snapshot = await openAsBlob(await embeddedSnapshot());
  return openDatabase({ url: '', dataDir: 'memory://', log: pino({ level: 'silent' }), snapshot, ...options });
}

before(async () => {
  db = await open();
  await db.owner.query(`
    create table person (place int, id int, primary key (place, id));
    create index person_id on person (place, (id % 10));
    create table quiet (id int);
    insert into quiet select generate_series(1, 40);
    insert into person select 1, number from generate_series(1, 5000) number`);
});
after(() => db.close());

const look = async () => {
  await db.owner.query('select pg_stat_force_next_flush()');
  await upkeep(db.owner);
};
const known = (table: string) => one(`select reltuples as rows from pg_class where oid = '${table}'::regclass`);
const dead = () => one(`select pg_stat_get_dead_tuples('person'::regclass) as rows`);

test('a table that has changed much is analyzed, so that plans know its size; another is left alone', async () => {
  assert.deepEqual(await known('person'), { rows: -1 });
  await look();
  assert.deepEqual(await known('person'), { rows: 5000 });
  assert.deepEqual(await known('quiet'), { rows: -1 });
});

test('the words of an index are not analyzed: each text of the sample would be read again', async () => {
  const targets = `select attstattarget as target from pg_attribute where attrelid = 'message_words'::regclass`;
  await look();
  assert.deepEqual(await one(targets), { target: 0 });
});

test('the space of many deleted rows is reclaimed, that of few is not yet', async () => {
  await db.owner.query('delete from person where id <= 100');
  await look();
  assert.deepEqual(await dead(), { rows: 100 });
  await db.owner.query('delete from person where id <= 3000');
  await look();
  assert.deepEqual(await dead(), { rows: 0 });
});

test('a long write-ahead log ends in a checkpoint, so that neither the log nor a recovery grows without end', async () => {
  const length = () => one('select pg_current_wal_lsn() - redo_lsn > 1000000 as long from pg_control_checkpoint()');
  await db.owner.query('checkpoint');
  await db.owner.query(`select pg_logical_emit_message(true, 'long', repeat('x', 36000000))`);
  assert.deepEqual(await length(), { long: true });
  await look();
  assert.deepEqual(await length(), { long: false });
});

test('the embedded engine does this by itself until it is closed', async () => {
  const own = await open({ upkeepMilliseconds: 20 });
  await own.owner.query('create table person as select generate_series(1, 1000) as id');
  await own.owner.query('select pg_stat_force_next_flush()');
  const size = async () => (await own.owner.query(`select reltuples from pg_class where relname = 'person'`)).rows[0];
  while ((await size())?.['reltuples'] === -1) await sleep(20);
  await own.close();
});
