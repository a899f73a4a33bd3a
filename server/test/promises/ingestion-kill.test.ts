import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfOf } from '../../src/knowledge/library/parsing/fixtures/files.ts';
import { startObjectStorage, type ObjectStorage } from '../providers/object-storage.ts';
import { openHome, passSeconds, type Home } from './home.ts';
import { freePort, killAll, startDesk } from './process.ts';

// docs/behaviour.md: no document stays in a working state for ever. Files are in a bucket, as for workers on other machines.
const texts = 8;
const files = 2;
const patience = 120_000;

let home: Home;
let storage: ObjectStorage;
before(async () => {
  [home, storage] = await Promise.all([openHome(), startObjectStorage()]);
});
after(async () => {
  await killAll();
  await storage.close();
  await home.remove();
});

test('if a process is killed while it ingests many documents, the next one completes them all', async () => {
  const environment = {
    ...home.environment,
    ...storage.environment,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    EMBEDDINGS: 'off',
    RATE_LIMIT_PER_MINUTE: '100000',
  };
  const port = await freePort();
  const first = startDesk({ environment, port });
  await first.ready;
  const call = await register(first.url);
  const { id } = await call('POST', '/api/knowledge/collections', { name: 'Help centre' });
  for (let at = 0; at < texts; at++)
    await call('POST', '/api/knowledge/documents/text', {
      collection_id: id,
      title: `Locker ${at}`,
      text: `Locker number ${at} is opened with the code ${at * 37} at the harbour.`,
    });
  for (let at = 0; at < files; at++) await call('POST', '/api/knowledge/documents/upload', form(id, at));
  const statuses = async (): Promise<string[]> =>
    (await call('GET', '/api/knowledge/documents?limit=200')).items.map((each: any) => each.status);
  // The files come last, and each takes a process of its own, so some are in progress or wait.
  await until(async () => (await statuses()).filter((status) => status === 'ready').length >= 2);
  await first.kill();
  const left = await home.look((query) => query(`select status from document where status not in ('ready', 'failed')`));
  assert.ok(left.length > 0, 'it died in the middle');
  await passSeconds(home, 60);

  const second = startDesk({ environment, port });
  await second.ready;
  await until(async () => (await statuses()).every((status) => status === 'ready'));
  assert.equal((await statuses()).length, texts + files);
  const { items } = await call('POST', '/api/knowledge/search', { query: 'which code opens locker number 7' });
  assert.match(items[0]?.text, /259/);
  assert.equal(storage.keys().length, texts + files);
  assert.equal((await second.terminate()).code, 0);
});

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + patience;
  while (!(await check())) {
    assert.ok(performance.now() < end, 'it takes too long');
    await sleep(50);
  }
}

function form(collectionId: string, at: number): FormData {
  const bytes = pdfOf([
    [`# Bicycle ${at}`, `Bicycle number ${at} stands at pier ${at * 3} and costs ${at + 4} EUR for an hour.`],
  ]);
  const data = new FormData();
  data.append('collection_id', collectionId);
  data.append('file', new Blob([new Uint8Array(bytes)]), `bicycle ${at}.pdf`);
  return data;
}

/** Registers a person, and returns a function that calls the API as them. */
async function register(url: string) {
  const registered = await send(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.test', password: 'a long enough passphrase 7' }),
  });
  return (method: string, path: string, body?: object): Promise<any> => {
    const isForm = body instanceof FormData;
    return send(url + path, {
      method,
      headers: {
        authorization: `Bearer ${registered.access_token}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
  };
}

async function send(url: string, init: RequestInit): Promise<any> {
  const response = await fetch(url, init);
  assert.ok(response.ok, `${url}: ${response.status}`);
  return response.json();
}
