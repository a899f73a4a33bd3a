import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '../../src/platform/process/ids.ts';
import { inScope, unscoped } from '../../src/platform/database/transaction.ts';
import type { TestServer } from '../server.ts';
import { inWorld, type World } from '../world.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

// These tables have no organization by design: people, their sessions, and the registries that map things to organizations.
const rows = async (text: string) => (await server.desk.db.owner.query(text)).rows;
const tenantTables = () =>
  rows(`select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity as forced
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.attname = 'organization_id' and not a.attisdropped`);

test('row-level security is enabled and forced on every table with an organization, except the global registries', async () => {
  const open = (await tenantTables()).filter((table) => !table['forced']).map((table) => String(table['name']));
  const registries = await rows(
    `select c.relname as name from pg_class c join pg_description d on d.objoid = c.oid and d.objsubid = 0
     where d.description like 'Global registry%'`,
  );
  assert.deepEqual(open.sort(), registries.map((each) => String(each['name'])).sort());
});

test('every policy of the run-time role checks reads and writes', async () => {
  const half = await rows(
    `select tablename, policyname from pg_policies
     where 'desk_app' = any (roles) and cmd in ('ALL', 'INSERT', 'UPDATE')
       and (with_check is null or (cmd <> 'INSERT' and qual is null))`,
  );
  assert.deepEqual(half, []);
});

test('keys and references of tenant tables contain the organization', async () => {
  const loose = await rows(`
    with t as (select c.oid, a.attnum
               from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
               where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
                 and c.relforcerowsecurity)
    select t.oid::regclass::text as name, i.indexrelid::regclass::text as problem
    from t join pg_index i on i.indrelid = t.oid
    where i.indisunique and not (t.attnum = any (i.indkey::int2[]))
    union all
    select t.oid::regclass::text, k.conname from t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
    where k.confrelid in (select oid from t) and not (t.attnum = any (k.conkey))`);
  assert.deepEqual(loose, []);
});

test('the run-time role is not a superuser, cannot bypass row-level security, and owns nothing', async () => {
  const [role] = await rows(
    `select rolsuper, rolbypassrls, rolcreaterole,
            (select count(*)::int from pg_class where relowner = r.oid) as owned
     from pg_roles r where rolname = 'desk_app'`,
  );
  assert.deepEqual(role, { rolsuper: false, rolbypassrls: false, rolcreaterole: false, owned: 0 });
  const {
    rows: [who],
  } = await unscoped(server.desk.db, (tx) => sql<{ who: string }>`select current_user as who`.execute(tx));
  assert.equal(who?.who, 'desk_app');
});

test('without an organization, or with another one, no tenant row can be read or written', async () => {
  const { birch, cedar } = world;
  for (const table of (await tenantTables()).filter((each) => each['forced'])) {
    const name = sql.table(String(table['name']).replaceAll('"', ''));
    const count = (tx: Parameters<Parameters<typeof unscoped>[1]>[0]) =>
      sql<{ n: number }>`select count(*)::int as n from ${name} where organization_id = ${birch.organizationId}`
        .execute(tx)
        .then((result) => result.rows[0]?.n);
    assert.equal(await unscoped(server.desk.db, count), 0, String(table['name']));
    assert.equal(await inScope(server.desk.db, cedar, count), 0, String(table['name']));
  }
  const write = inScope(server.desk.db, cedar, (tx) =>
    tx
      .insertInto('workspace')
      .values({
        organization_id: birch.organizationId,
        id: newId(),
        name: 'planted',
        is_default: false,
        created_at: new Date(),
      })
      .execute(),
  );
  await assert.rejects(write, { code: '42501' });
});
