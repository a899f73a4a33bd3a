import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../test/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-client-'));
mkdirSync(join(folder, 'assets'));
const files = {
  'index.html': '<meta property="csp-nonce" nonce="%NONCE%"><script type="module" src="/assets/a-1.js"></script>',
  version: 'v1',
  'assets/a-1.js': 'export {};',
  'assets/a-1.js.br': 'compressed',
  'mail-frame.html': '<!doctype html>',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

let server: TestServer;
let building: TestServer;
const built = Promise.withResolvers<void>();
before(async () => {
  server = await startServer({ client: { folder, built: Promise.resolve() } });
  building = await startServer({ client: { folder, built: built.promise } });
});
after(async () => {
  await Promise.all([server.close(), building.close()]);
  rmSync(folder, { recursive: true });
});

const html = { accept: 'text/html,application/xhtml+xml' };
const get = (url: string, headers: Record<string, string> = html, at = server) => at.app.inject({ url, headers });

test('a link into the client returns its page, whose policy allows scripts of this origin only', async () => {
  for (const url of [
    '/',
    '/inbox/01a206a8-ff7b-742f-ba55-2a898b4ebe36',
    '/register?token=x',
    '/channels/chatdesk/callback',
  ]) {
    const page = await get(url);
    assert.equal(page.statusCode, 200, url);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.equal(page.headers['cache-control'], 'no-cache');
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    assert.ok(nonce.length > 20 && page.body.includes(`nonce="${nonce}"`));
  }
  assert.notEqual((await get('/')).body, (await get('/')).body, 'a nonce is good for one page');
});

test('addresses outside of the client are not affected', async () => {
  for (const url of ['/api/nothing', '/webhooks/nothing', '/assets/nothing.js', '/healthz/x']) {
    const answer = await get(url);
    assert.equal(answer.statusCode, 404, url);
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  }
  assert.equal((await get('/inbox', { accept: 'application/json' })).statusCode, 404);
  assert.equal((await server.app.inject({ method: 'POST', url: '/inbox', headers: html })).statusCode, 404);
  assert.equal((await get('/healthz')).json().status, 'ok');
});

test('assets are cached forever and compressed if the browser supports it; no other files are served', async () => {
  const asset = await get('/assets/a-1.js');
  assert.equal(asset.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.match(String(asset.headers['content-type']), /javascript/);
  const small = await get('/assets/a-1.js', { 'accept-encoding': 'br' });
  assert.deepEqual([small.headers['content-encoding'], small.body], ['br', 'compressed']);
  for (const url of ['/assets/../version', '/assets/%2e%2e/version', '/version', '/assets/..%2fversion']) {
    assert.notEqual((await get(url)).body, 'v1', url);
  }
});

test('every answer of the API contains the version of the current client', async () => {
  assert.equal((await get('/api/auth/me')).headers['x-app-version'], 'v1');
});

test('a client that is rebuilt while the process runs is served', async () => {
  const again = { 'index.html': files['index.html'].replace('a-1.js', 'b-2.js'), version: 'v2' };
  for (const [name, text] of Object.entries(again)) writeFileSync(join(folder, name), text);
  assert.match((await get('/')).body, /b-2\.js/);
  assert.equal((await get('/api/auth/me')).headers['x-app-version'], 'v2');
});

test('pictures from other hosts are allowed only in the frame for mails, which is sandboxed', async () => {
  const policy = String((await get('/mail-frame.html')).headers['content-security-policy']);
  assert.match(policy, /img-src https:/);
  assert.match(policy, /sandbox allow-scripts$/);
});

test('the API answers while the client is being built, and a page waits for the build', async () => {
  const page = get('/', html, building);
  assert.equal((await get('/healthz', html, building)).statusCode, 200);
  built.resolve();
  assert.equal((await page).statusCode, 200);
});
