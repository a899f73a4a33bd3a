import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filesIn } from '../leaving/archive.ts';
import { openHome, type Home } from '../promises/home.ts';
import { frontdesk } from './tool.ts';

let home: Home;
before(async () => {
  home = await openHome();
});
after(() => home.remove());

test('export writes the archive of an organization to a file, and an audit entry; a wrong folder leaves no file', async () => {
  const run = (...args: string[]) => frontdesk(args, home.environment);
  assert.equal((await run('create-organization', 'Birch', '--admin', 'ada@example.test')).code, 0);
  const file = join(home.dataDir, 'birch.zip');
  const done = await run('export', '--org', 'birch', '--out', file, '--json');
  assert.equal(done.code, 0, done.err);
  const archive = readFileSync(file);
  assert.deepEqual(JSON.parse(done.out).bytes, archive.byteLength);
  const files = await filesIn(archive);
  assert.match(String(files.get('audit.ndjson')), /"action":"organization.exported"/);
  assert.match(String(files.get('members.ndjson')), /ada@example.test/);
  const away = await run('export', '--organization', 'birch', '--out', join(home.dataDir, 'nowhere/birch.zip'));
  assert.equal(away.code, 1);
  assert.deepEqual(
    readdirSync(home.dataDir).filter((name) => /zip/.test(name)),
    ['birch.zip'],
  );
  assert.equal((await run('export', '--org', 'elm', '--out', file)).code, 1);
});
