import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort, startDesk } from './process.ts';

// An operator who reads why the service does not start also reads what to do.
let folder: string;
before(() => void (folder = mkdtempSync(join(tmpdir(), 'desk-promises-'))));
after(() => rmSync(folder, { recursive: true }));

const refused = async (environment: Record<string, string>, port?: number) => {
  const started = startDesk({ environment: { DATA_DIR: folder, ...environment }, port: port ?? (await freePort()) });
  const { code, stderr } = await started.ended;
  assert.equal(code, 1);
  return stderr;
};

test('a database that does not answer is named as such', async () => {
  assert.equal(
    await refused({ DATABASE_URL: 'postgres://desk@127.0.0.1:9/desk' }),
    'Frontdesk cannot start: The database does not answer (ECONNREFUSED). Check DATABASE_URL, and that the server runs.\n',
  );
});

test('a key that is none is named with its variable or its file, and no database is made', async () => {
  const place = join(folder, 'keys');
  mkdirSync(place);
  writeFileSync(join(place, 'secret.key'), '');
  assert.equal(
    await refused({ DATA_DIR: place, SECRET_KEY: 'mistyped' }),
    'Frontdesk cannot start: SECRET_KEY must be 32 bytes in base64.\n',
  );
  assert.equal(
    await refused({ DATA_DIR: place }),
    `Frontdesk cannot start: ${place}/secret.key must be 32 bytes in base64.\n`,
  );
  assert.deepEqual(readdirSync(place).sort(), ['email-inbound.secret', 'secret.key']);
});

test('a data directory that cannot be written is named with its remedy', async () => {
  assert.equal(
    await refused({ DATA_DIR: '/dev/null/data' }),
    'Frontdesk cannot start: /dev/null/data/secret.key cannot be read or written (ENOTDIR). ' +
      'Make the user of the service the owner of DATA_DIR and what is in it.\n',
  );
});

test('a port that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const said = await refused({ EMBEDDINGS: 'off', LOG_LEVEL: 'silent' }, port);
  other.close();
  assert.equal(
    said,
    `Frontdesk cannot start: HOST=127.0.0.1 and PORT=${port} cannot be listened at (EADDRINUSE). ` +
      'Stop what uses them, or set others.\n',
  );
});
