import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
before(async () => {
  server = await startServer();
});
after(() => server.close());

const get = (url: string) => server.app.inject({ method: 'GET', url });

test('the page of the API and its script come from this service, and the page reads the document', async () => {
  assert.equal((await get('/')).headers.location, '/api/docs');
  assert.equal((await get('/api/docs')).headers.location, '/api/docs/');
  const page = await get('/api/docs/');
  assert.match(String(page.headers['content-type']), /^text\/html/);
  assert.match(page.body, /"\/api\/openapi\.json"/);
  const scripts = [...page.body.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => match[1] ?? '');
  assert.deepEqual(scripts, ['js/scalar.js']);
  const script = await get(`/api/docs/${scripts[0]}`);
  assert.equal(script.statusCode, 200);
  assert.match(String(script.headers['content-type']), /^application\/javascript/);
});

test('the document describes the operations and hides internal routes', async () => {
  const { paths } = (await get('/api/openapi.json')).json();
  assert.ok(paths['/api/conversations/{id}/handover'].post);
  assert.equal(paths['/healthz'], undefined);
  assert.equal(paths['/api/docs/*'], undefined);
});

test('the document contains the limits, and the headers that an operation reads', async () => {
  const { info, paths } = (await get('/api/openapi.json')).json();
  assert.match(info.description, /1000000 calls a minute for each caller/);
  const sizes = ['/api/knowledge/documents/upload', '/api/routing/tags', '/webhooks/email/inbound'].map(
    (path) => paths[path].post['x-body-limit-bytes'],
  );
  assert.deepEqual(sizes, [26_214_400, 1_048_576, 41_943_040]);
  const headers = (operation: { parameters?: { in: string; name: string }[] }) =>
    (operation.parameters ?? []).flatMap((each) => (each.in === 'header' ? [each.name] : []));
  assert.deepEqual(headers(paths['/api/routing/tags'].post), [
    'x-organization-id',
    'x-workspace-id',
    'idempotency-key',
  ]);
  assert.deepEqual(headers(paths['/api/routing/tags/{id}'].patch), ['x-organization-id', 'x-workspace-id', 'if-match']);
  assert.deepEqual(headers(paths['/api/auth/login'].post), []);
});

test('the document describes bodies that no schema validates, and marks the optional ones', async () => {
  const { paths } = (await get('/api/openapi.json')).json();
  const upload = paths['/api/knowledge/documents/upload'].post.requestBody;
  assert.equal(upload.required, true);
  assert.deepEqual(upload.content['multipart/form-data'].schema.required, ['file', 'collection_id']);
  const reingestion = paths['/api/knowledge/documents/{id}/reingest'].post;
  assert.equal(reingestion.requestBody.required, false);
  assert.deepEqual(Object.keys(reingestion.requestBody.content), ['application/json', 'multipart/form-data']);
  assert.deepEqual(Object.keys(paths['/webhooks/email/inbound'].post.requestBody.content), [
    'message/rfc822',
    'application/json',
  ]);
  const extensions = Object.keys(reingestion).filter((name) => name.startsWith('x-'));
  assert.deepEqual(extensions, ['x-body-limit-bytes', 'x-call-limit']);
  assert.deepEqual(reingestion['x-call-limit'], { times: 20, seconds: 60, daily: 200 });
});

test('the document describes successes that are files, tables and streams', async () => {
  const { paths } = (await get('/api/openapi.json')).json();
  const types = (path: string) => Object.keys(paths[path].get.responses[200].content);
  const message = '/api/conversations/{id}/messages/{message_id}';
  assert.deepEqual(types('/api/knowledge/documents/{id}/content'), ['*/*']);
  assert.deepEqual(types(`${message}/attachments/{attachment_id}`), ['*/*']);
  assert.deepEqual(types(`${message}/original`), ['message/rfc822', 'application/json']);
  assert.deepEqual(types('/api/events'), ['text/event-stream']);
  assert.deepEqual(types('/api/reports/overview'), ['application/json', 'text/csv']);
  assert.deepEqual(types('/api/knowledge/validation/suite'), ['application/json', 'text/csv']);
  assert.deepEqual(types('/api/knowledge/validation/runs/{id}'), ['application/json', 'text/csv', 'application/xml']);
  assert.ok(paths['/api/events'].get.responses.default);
});
