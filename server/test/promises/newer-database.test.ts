import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frontdesk } from '../operator/tool.ts';
import { openHome } from './home.ts';
import { freePort, startDesk } from './process.ts';

test('a program refuses the database of a newer version, and leaves it as it is', async () => {
  const home = await openHome();
  try {
    await home.look((query) =>
      query(`insert into schema_migration (name) values ('9000_later.sql'), ('9001_later.sql')`),
    );
    const reason =
      'A newer version of Frontdesk has used this database: this one does not know its migration 9001_later.sql. ' +
      'Install that version again, or restore a backup from before it.';
    const { code, stderr } = await startDesk({ environment: home.environment, port: await freePort() }).ended;
    assert.deepEqual([code, stderr], [1, `Frontdesk cannot start: ${reason}\n`]);

    const migrating = await frontdesk(['migrate'], home.environment);
    assert.deepEqual([migrating.code, migrating.err.includes(reason)], [1, true], migrating.err);
    const creating = await frontdesk(['create-organization', 'Birch', '--admin', 'ada@birch.test'], home.environment);
    assert.deepEqual([creating.code, creating.err.includes(reason)], [1, true], creating.err);
    const { out } = await frontdesk(['doctor', '--json'], home.environment);
    const schema = JSON.parse(out).findings.find(({ check }: { check: string }) => check === 'schema');
    assert.deepEqual([schema.state, schema.detail], ['fail', reason.split(' Install')[0]]);
  } finally {
    await home.remove();
  }
});
