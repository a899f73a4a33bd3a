import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startObjectStorage, type ObjectStorage } from '../../../test/providers/object-storage.ts';
import { readConfig } from '../../platform/config/config.ts';
import { findingsOfFiles } from './files.ts';

let storage: ObjectStorage;
let folder: string;
before(async () => {
  storage = await startObjectStorage();
  folder = mkdtempSync(join(tmpdir(), 'desk-files-'));
});
after(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const looks = async (environment: Record<string, string>) => {
  const [finding] = await findingsOfFiles(readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...environment }));
  return finding ?? assert.fail('nothing was said');
};

test('a test file is written to a bucket, read and removed', async () => {
  const finding = await looks(storage.environment);
  assert.deepEqual([finding.check, finding.state], ['stored files', 'ok']);
  assert.deepEqual(
    storage.requests.map((request) => request.split(' ')[0]),
    ['PUT', 'GET', 'DELETE', 'GET'],
  );
  assert.deepEqual(storage.keys(), []);
});

test('a wrong key is reported with advice, and never shown', async () => {
  const finding = await looks({ ...storage.environment, S3_SECRET_ACCESS_KEY: 'mistyped-secret' });
  assert.deepEqual([finding.state, finding.remedy], ['fail', 'Check S3_SECRET_ACCESS_KEY.']);
  assert.doesNotMatch(JSON.stringify(finding), /mistyped-secret/);
});

test('a folder is fine for one machine, and a warning for several', async () => {
  assert.equal((await looks({})).state, 'ok');
  assert.equal((await looks({ ROLE: 'worker' })).state, 'warn');
});

test('a data directory that others can open is reported with advice on how to restrict it', async () => {
  const findings = () => findingsOfFiles(readConfig({ NODE_ENV: 'test', DATA_DIR: folder }));
  const open = async () => (await findings()).find(({ check }) => check === 'data directory');
  chmodSync(folder, 0o755);
  assert.deepEqual([(await open())?.state, (await open())?.remedy], ['fail', `Run: chmod 700 ${folder}`]);
  chmodSync(folder, 0o700);
  assert.equal((await open())?.state, 'ok');
});
