import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startObjectStorage, type ObjectStorage } from '../../../test/providers/object-storage.ts';
import { startServer } from '../../../test/server.ts';
import { eventually } from '../../../test/story/stage.ts';
import { readConfig } from '../config/config.ts';
import { newId } from '../process/ids.ts';
import { BlobStoreUnavailable, type Blobs } from './blobs.ts';
import { fileBlobs } from './file-blobs.ts';
import { openBlobs } from './open-blobs.ts';

let storage: ObjectStorage;
let folder: string;
before(async () => {
  storage = await startObjectStorage();
  folder = mkdtempSync(join(tmpdir(), 'desk-blobs-'));
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const configured = (changes: Record<string, string> = {}) =>
  readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...storage.environment, ...changes });

/** Opens the store, and collects its log messages. */
async function opens(changes: Record<string, string> = {}) {
  const logged: unknown[] = [];
  const warn = (...message: unknown[]) => void logged.push(message);
  return { blobs: await openBlobs(configured(changes), { warn } as never), logged };
}

const wrong: [variable: string, value: string][] = [
  ['S3_ENDPOINT', ''],
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_ENDPOINT', 'https://key:secret@s3.example.com'],
  ['S3_ENDPOINT', 'https://s3.example.com?x=1'],
  ['S3_BUCKET', ''],
  ['S3_BUCKET', 'Bucket'],
  ['S3_BUCKET', '../other'],
  ['S3_ACCESS_KEY_ID', ''],
  ['S3_SECRET_ACCESS_KEY', ''],
  ['S3_REGION', 'eu west'],
];
for (const [variable, value] of wrong)
  test(`${variable}=${value} stops the start with the variable's name`, () => {
    assert.throws(
      () => configured({ [variable]: value }),
      ({ message }: Error) => message.includes(variable) && !message.includes('secret@'),
    );
    assert.doesNotThrow(() => configured({ BLOB_STORE: 'file', [variable]: value }));
  });

test('a storage that refuses us stops the start; the error names the variable and does not contain the secret', async () => {
  const secret = 'very-secret-key-of-the-bucket';
  for (const [changes, variable] of [
    [{ S3_SECRET_ACCESS_KEY: secret }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_ACCESS_KEY_ID: 'SOMEBODY' }, 'S3_ACCESS_KEY_ID'],
    [{ S3_BUCKET: 'another-bucket' }, 'S3_BUCKET'],
    [{ S3_ENDPOINT: 'http://169.254.169.254' }, 'S3_ENDPOINT'],
  ] as const) {
    await assert.rejects(opens(changes), (error: Error) => {
      assert.match(error.message, new RegExp(`^${variable}: `));
      assert.doesNotMatch(`${error.stack} ${String(error.cause)}`, new RegExp(`${secret}|Signature=|Credential=`));
      return true;
    });
  }
});

test('a storage that does not answer does not prevent the start', async () => {
  await storage.goAway();
  const { blobs, logged } = await opens();
  assert.match(JSON.stringify(logged), /ECONNREFUSED/);
  await assert.rejects(blobs.put('a/b', Buffer.from('x')), BlobStoreUnavailable);
  await storage.comeBack();
  await blobs.put('a/b', Buffer.from('x'));
  assert.equal(String(await blobs.get('a/b')), 'x');
  await blobs.remove('a/b');
  await blobs.close();
});

const kinds: [string, () => Promise<Blobs>][] = [
  ['folder', async () => fileBlobs(join(folder, 'files'))],
  ['bucket', async () => (await opens()).blobs],
];
for (const [kind, open] of kinds) {
  test(`${kind}: stored bytes can be read, whole or as a stream, until they are removed`, async () => {
    const blobs = await open();
    const bytes = Buffer.alloc(3_000_000, 'what the file holds ');
    for (const each of [bytes, Buffer.alloc(0)]) {
      await blobs.put('knowledge/one/two', each);
      assert.ok((await blobs.get('knowledge/one/two'))?.equals(each));
      const parts = [];
      for await (const part of (await blobs.stream('knowledge/one/two')) ?? []) parts.push(part);
      assert.ok(Buffer.concat(parts).equals(each));
    }
    for (let time = 0; time < 2; time++) await blobs.remove('knowledge/one/two');
    assert.deepEqual([await blobs.get('knowledge/one/two'), await blobs.stream('knowledge/one/two')], [null, null]);
    await blobs.close();
  });

  test(`${kind}: a file larger than memory allows is written and read as a stream`, async () => {
    const blobs = await open();
    const chunk = randomBytes(1_000_000);
    const chunks = Array.from({ length: 19 }, () => chunk);
    const bytes = await blobs.putStream('exports/one/large', Readable.from(chunks));
    assert.equal(bytes, 19_000_000);
    const read = (await blobs.streamLarge('exports/one/large', bytes)) ?? assert.fail();
    assert.ok((await buffer(read)).equals(Buffer.concat(chunks)));
    assert.equal(await blobs.putStream('exports/one/empty', Readable.from([])), 0);
    assert.equal(await blobs.streamLarge('exports/one/none', 5), null);
    async function* breaks() {
      yield* chunks;
      throw new Error('the source broke');
    }
    await assert.rejects(blobs.putStream('exports/one/half', Readable.from(breaks())), /the source broke/);
    assert.equal(await blobs.get('exports/one/half'), null);
    await blobs.removeAll('exports');
    await blobs.close();
  });

  test(`${kind}: what is below a key is listed, and removed at once`, async () => {
    const blobs = await open();
    const keys = ['knowledge/one/a', 'knowledge/one/b/0', 'knowledge/one-more/c', 'attachments/one/d'];
    for (const key of keys) await blobs.put(key, Buffer.from(key));
    const below = async (prefix: string) => (await Array.fromAsync(blobs.list(prefix))).sort();
    assert.deepEqual(await below('knowledge/one'), keys.slice(0, 2));
    assert.deepEqual(await below('knowledge/nobody'), []);
    for (let time = 0; time < 2; time++) await blobs.removeAll('knowledge/one');
    assert.deepEqual([await below('knowledge'), await below('attachments')], [[keys[2]], [keys[3]]]);
    for (const prefix of ['../other', '', 'a.b']) await assert.rejects(async () => blobs.removeAll(prefix), /blob key/);
    if (kind === 'bucket') {
      assert.equal(await blobs.removeAll('knowledge', AbortSignal.abort()), false);
      assert.deepEqual(await below('knowledge'), [keys[2]]);
    }
    assert.equal(await blobs.removeAll('knowledge'), true);
    await blobs.removeAll('attachments');
    await blobs.close();
  });

  test(`${kind}: no key leads out of the store or names the blob of another key`, async () => {
    const blobs = await open();
    const before = storage.requests.length;
    for (const key of [
      '../secret',
      'a/../b',
      '/etc/passwd',
      'a//b',
      'a/',
      '',
      'a b',
      'a%2Fb',
      'a.b',
      'a\\b',
      'ä',
      'a?x',
    ]) {
      await assert.rejects(async () => blobs.get(key), /blob key/, key);
      await assert.rejects(async () => blobs.put(key, Buffer.from('x')), /blob key/, key);
      await assert.rejects(async () => blobs.remove(key), /blob key/, key);
    }
    assert.equal(storage.requests.length, before);
    await blobs.close();
  });
}

test('what an interrupted write has left is removed with everything else', async () => {
  const blobs = fileBlobs(join(folder, 'interrupted'));
  await blobs.put('exports/one/two', Buffer.from('x'));
  const left = join(folder, 'interrupted/exports/one/two.0190');
  writeFileSync(left, 'half');
  assert.deepEqual(await Array.fromAsync(blobs.list('exports')), ['exports/one/two']);
  await blobs.removeAll('exports/one');
  assert.ok(!existsSync(left));
});

test('what a killed process has left half-written is removed within a day, unless it is still written to', async () => {
  const server = await startServer();
  const { blobs, config } = server.desk;
  const at = (name: string) => join(config.DATA_DIR, 'files', name);
  await blobs.put('mails/one/two', Buffer.from('x'));
  const writer = spawn(process.execPath, ['--input-type=module', '-e', endlessWriter(at(''))]);
  const partials = () => readdirSync(at('mails/one')).filter((name) => name.startsWith('half.'));
  await eventually(async () => assert.ok(statSync(at(`mails/one/${partials()[0]}`)).size > 0));
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  const [left = ''] = partials();
  const ages = { [left]: 7, [`new.${newId()}`]: 5, 'two.txt': 7, two: 7 };
  for (const [name, hours] of Object.entries(ages)) {
    writeFileSync(at(`mails/one/${name}`), 'x');
    const then = Date.now() / 1000 - hours * 3600;
    utimesSync(at(`mails/one/${name}`), then, then);
  }
  await server.sweep();
  const { [left]: _removed, ...others } = ages;
  assert.deepEqual(readdirSync(at('mails/one')).sort(), Object.keys(others).sort());
  assert.equal(String(await blobs.get('mails/one/two')), 'x');
  await server.close();
});

const endlessWriter = (directory: string) => `
  import { Readable } from 'node:stream';
  import { fileBlobs } from '${new URL('file-blobs.ts', import.meta.url).href}';
  async function* endless() {
    for (;;) yield new Promise((resolve) => setTimeout(resolve, 10, Buffer.alloc(100_000)));
  }
  await fileBlobs(${JSON.stringify(directory)}).putStream('mails/one/half', Readable.from(endless()));
`;

test('a folder that cannot be written throws the same error', async () => {
  writeFileSync(join(folder, 'not-a-folder'), '');
  const blobs = fileBlobs(join(folder, 'not-a-folder'));
  await assert.rejects(
    blobs.put('a/b', Buffer.from('x')),
    (error) => error instanceof BlobStoreUnavailable && /EEXIST|ENOTDIR/.test(error.code),
  );
});
