import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { examined } from '../../../test/examined.ts';
import type { TestServer } from '../../../test/server.ts';
import { ingestDocument } from '../../knowledge/ingest-document.ts';
import { inWorld, type Answer, type Caller, type World } from '../../../test/world.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made), { environment: { RATE_LIMIT_PER_MINUTE: '40' } });

const destinations = '/api/routing/destinations';
const known = { name: 'Known', kind: 'email', target: 'known@example.test' };
before(() => world.ada.posts(destinations, known));

interface RefusedCall {
  by(): Caller;
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  status: number;
  german: RegExp | string;
  english: RegExp | string;
  field?: [path: string, german: string, english: string];
}

const refusals: Record<string, RefusedCall> = {
  'a field that the schema refuses': {
    by: () => world.ada,
    method: 'POST',
    path: destinations,
    body: { name: ' ', kind: 'queue' },
    status: 422,
    german: 'name muss eine Zeile sein, die nicht leer ist.',
    english: 'name must be one line that is not blank.',
    field: ['/name', 'muss eine Zeile sein, die nicht leer ist', 'must be one line that is not blank'],
  },
  'several such fields': {
    by: () => world.ada,
    method: 'POST',
    path: destinations,
    body: { name: 5, kind: 'queue', extra: 1 },
    status: 422,
    german: 'Einige Felder sind nicht gültig.',
    english: 'Some fields are not valid.',
    field: ['/extra', 'ist kein bekanntes Feld', 'is not a known field'],
  },
  'a check of our own': {
    by: () => world.ada,
    method: 'POST',
    path: destinations,
    body: { name: 'Billing', kind: 'email', target: 'nowhere' },
    status: 422,
    german: 'target muss eine E-Mail-Adresse sein.',
    english: 'target must be an e-mail address.',
    field: ['/target', 'muss eine E-Mail-Adresse sein', 'must be an e-mail address'],
  },
  'a conflict': {
    by: () => world.ada,
    method: 'POST',
    path: destinations,
    body: known,
    status: 409,
    german: 'Dieser Name ist vergeben.',
    english: 'This name is taken.',
  },
  'a missing role': {
    by: () => world.max,
    method: 'POST',
    path: destinations,
    body: {},
    status: 403,
    german: 'Nötig ist die Rolle Arbeitsbereichs-Admin.',
    english: 'This needs the role workspace_admin.',
  },
  'no token': {
    by: () => world.nobody,
    path: destinations,
    status: 401,
    german: 'Nötig ist ein Token. Senden Sie es als Authorization: Bearer <token>.',
    english: 'A token is required. Send it as Authorization: Bearer <token>.',
  },
  'an unknown resource': {
    by: () => world.mallory,
    path: '/api/conversations/0199c0de-0000-7000-8000-000000000000',
    status: 404,
    german: 'Das gibt es in dieser Organisation nicht.',
    english: 'This organization has no such resource.',
  },
  'a method that the path does not support': {
    by: () => world.ada,
    method: 'DELETE',
    path: '/api/auth/me',
    status: 405,
    german: /^Dieser Pfad nimmt GET.* an\.$/,
    english: /^This path accepts GET.*\.$/,
  },
};

const request = ({ by, method = 'GET', path, body }: RefusedCall, languages: string | null): Promise<Answer> =>
  by().calls(method, path, body, languages === null ? {} : { 'accept-language': languages });

const assertText = (detail: string, expected: RegExp | string) =>
  typeof expected === 'string' ? assert.equal(detail, expected) : assert.match(detail, expected);

for (const [name, refusal] of Object.entries(refusals))
  test(`${name} is refused in the requested language`, async () => {
    const german = await request(refusal, 'de-AT, en;q=0.5');
    assert.equal(german.status, refusal.status, german.text);
    assertText(german.body.detail, refusal.german);
    assert.equal(german.headers['content-language'], 'de');
    assert.match(String(german.headers['vary']), /\bAccept-Language\b/);
    const { detail: _words, errors, request_id: _id, ...machine } = german.body;
    for (const languages of ['fr, en;q=0.5', 'fr', 'de;q=0', null]) {
      const english = await request(refusal, languages);
      assertText(english.body.detail, refusal.english);
      assert.equal(english.headers['content-language'], 'en', `${languages}`);
      assert.match(String(english.headers['vary']), /\bAccept-Language\b/);
      const { detail: _detail, errors: fieldErrors, request_id: _other, ...same } = english.body;
      assert.deepEqual(same, machine, 'code, title and the rest are for programs');
      assert.deepEqual(
        fieldErrors?.map((each: { path: string }) => each.path),
        errors?.map((each: { path: string }) => each.path),
      );
      if (refusal.field) assert.deepEqual(fieldErrors[0], { path: refusal.field[0], message: refusal.field[2] });
    }
    if (refusal.field) assert.deepEqual(errors[0], { path: refusal.field[0], message: refusal.field[1] });
  });

test('a call over the limit is refused in German', async () => {
  const listing = { by: () => world.wim, path: destinations, status: 429, german: '', english: '' };
  let answer = await request(listing, 'de');
  for (let call = 0; call < 40 && answer.status === 200; call++) answer = await request(listing, 'de');
  assert.equal(answer.status, 429, answer.text);
  assert.equal(answer.body.detail, 'Zu viele Anfragen. Warten Sie, bevor Sie es noch einmal versuchen.');
});

test('a stored sentence is answered in the requested language, and in English by default', async () => {
  const { ada } = world;
  const { id } = await ada.posts('/api/knowledge/collections', { name: 'Help' });
  const document = { collection_id: id, title: 'Opening hours', text: 'Open daily.' };
  const written = await ada.posts('/api/knowledge/documents/text', document, 202);
  await ingestDocument(server.desk, world.birch, written.id);
  await examined(ada);
  const analysis = '/api/knowledge/analysis';
  const german = await ada.calls('GET', analysis, undefined, { 'accept-language': 'de' });
  const english = await ada.calls('GET', analysis);
  const wordsOf = ({ body }: Answer) => body.findings.map(({ detail, suggestion }: any) => [detail, suggestion]);
  assert.deepEqual(wordsOf(german), [
    [
      'Das Dokument hat nur wenige Wörter (2).',
      'Ergänzen Sie es, oder führen Sie es mit einem verwandten Dokument zusammen.',
    ],
  ]);
  assert.deepEqual(wordsOf(english), [
    ['The document has only 2 words.', 'Add more detail, or merge it with a related document.'],
  ]);
  assert.equal(german.headers['content-language'], 'de');
  assert.equal(english.headers['content-language'], 'en');
  assert.equal(german.headers['vary'], english.headers['vary']);
  const finding = `/api/knowledge/findings/${english.body.findings[0].id}`;
  const one = await ada.calls('GET', finding, undefined, { 'accept-language': 'de' });
  assert.equal(one.body.detail, 'Das Dokument hat nur wenige Wörter (2).');
  const status = await ada.calls('GET', '/api/integrations/chatdesk/status', undefined, { 'accept-language': 'de' });
  assert.deepEqual(
    status.body.steps.map(({ detail }: any) => detail),
    [
      'Client-ID und Client-Secret fehlen, OAuth geht also nicht.',
      'Der Zugriff ist noch nicht erlaubt.',
      'Ereignisse lassen sich nicht prüfen.',
      'Noch ist kein Ereignis angekommen.',
    ],
  );
});
