import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { newId } from '../process/ids.ts';
import type { Tx } from './database.ts';
import { repeatedly } from './named-statements.ts';
import { inScope } from './transaction.ts';

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

test('a repeated statement is planned once for a connection, and no other plan is kept', async () => {
  assert.deepEqual(await read(), { row: { number: 1 }, kept: 0 });
  assert.deepEqual(await repeatedly(read), { row: { number: 1 }, kept: 1 });
  assert.deepEqual(await repeatedly(read), { row: { number: 1 }, kept: 1 });
});

test('after another process adds a column, one statement fails and the next returns the column', async () => {
  await repeatedly(read);
  await database.db.owner.query('alter table counted add column word text');
  await assert.rejects(repeatedly(read), { code: '0A000' });
  assert.deepEqual((await repeatedly(read)).row, { number: 1, word: null });
});

test('after errors of every kind, each name still means its own statement', async () => {
  const half = (tx: Tx, by: number) => sql<{ half: number }>`select 10 / ${by}::int as half`.execute(tx);
  const nothing = (tx: Tx) => sql`select nothing from counted where number = ${1}`.execute(tx);
  const errors = { 0: '22012', nothing: '42703', aborted: '25P02' };
  for (let round = 0; round < 3; round += 1) {
    // The statement is known and fails with these values; the statement is refused; the transaction accepts no more statements.
    await assert.rejects(
      repeatedly(() => inScope(database.db, scope, (tx) => half(tx, 0))),
      { code: errors[0] },
    );
    await assert.rejects(
      repeatedly(() => inScope(database.db, scope, nothing)),
      { code: errors.nothing },
    );
    await repeatedly(() =>
      inScope(database.db, scope, async (tx) => {
        await assert.rejects(nothing(tx), { code: errors.nothing });
        await assert.rejects(half(tx, 2), { code: errors.aborted });
        throw new Error('to the end of the transaction');
      }),
    ).catch((error: Error) => assert.equal(error.message, 'to the end of the transaction'));
    // Outside a transaction an error replaces the connection.
    const text = 'select 10 / $1::int as half';
    await assert.rejects(database.db.pool.query({ name: 'half', text, values: [0] }), { code: errors[0] });
    const { rows } = await database.db.pool.query({ name: 'half', text, values: [5] });
    assert.deepEqual(rows, [{ half: 2 }]);
    assert.deepEqual((await repeatedly(() => inScope(database.db, scope, (tx) => half(tx, 2)))).rows, [{ half: 5 }]);
    assert.equal((await repeatedly(read)).row?.['number'], 1);
  }
});
