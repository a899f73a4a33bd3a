import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { newId } from '../process/ids.ts';
import { repeatedly } from './named-statements.ts';
import { inScope } from './transaction.ts';

// The embedded engine names no statements: after an error, its adapter would confuse their names.
const skip = process.env['TEST_ENGINE'] === 'postgres' ? false : 'PostgreSQL only';
let database: TestDatabase;
before(async () => {
  database = await cloneDatabase();
  await database.db.owner.query('create table counted (number int); insert into counted values (1)');
  await database.db.owner.query('grant select on counted to desk_app');
});
after(async () => {
  await database.db.close();
  await database.drop();
});

const scope = { organizationId: newId() };
const read = () =>
  inScope(database.db, scope, async (tx) => {
    const { rows } = await sql<Record<string, number>>`select * from counted where number = ${1}`.execute(tx);
    const { rows: kept } = await sql`select from pg_prepared_statements where statement like '%from counted%'`.execute(
      tx,
    );
    return { row: rows[0], kept: kept.length };
  });

test('a repeated statement is planned once for a connection, and no other plan is kept', { skip }, async () => {
  assert.deepEqual(await read(), { row: { number: 1 }, kept: 0 });
  assert.deepEqual(await repeatedly(read), { row: { number: 1 }, kept: 1 });
  assert.deepEqual(await repeatedly(read), { row: { number: 1 }, kept: 1 });
});

test('after another process adds a column, one statement fails and the next returns the column', { skip }, async () => {
  await repeatedly(read);
  await database.db.owner.query('alter table counted add column word text');
  await assert.rejects(repeatedly(read), { code: '0A000' });
  assert.deepEqual((await repeatedly(read)).row, { number: 1, word: null });
});
