import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Browser } from '../../../test/browser.ts';
import { startServer, type TestServer } from '../../../test/server.ts';

const day = 86_400_000;
const right = 'kettle fjord lantern';
const wrong = 'a wrong password';

let server: TestServer;
before(async () => void (server = await startServer()));
after(() => server.close());

const signsIn = (browser: Browser, email: string, password = right, headers = {}) =>
  browser.asks('POST', '/api/auth/login', { email, password }, headers).then(({ status }) => status);

/** Registers a person, and returns another browser in which they have just signed in. */
async function owner(email: string): Promise<Browser> {
  const stranger = new Browser(server);
  const { status, text } = await stranger.asks('POST', '/api/auth/register', { email, password: right });
  assert.equal(status, 201, text);
  const browser = new Browser(server);
  assert.equal(await signsIn(browser, email), 200);
  return browser;
}

/** Guesses the password from another network until the address is blocked. */
async function attack(email: string, remoteAddress: string): Promise<void> {
  const guess = async () => {
    const payload = { email, password: wrong };
    return (await server.app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress })).statusCode;
  };
  for (let count = 0; count < 10; count += 1) assert.equal(await guess(), 401);
  assert.equal(await guess(), 429);
}

test('a sign-in makes the browser known for ninety days, to this desk only', async () => {
  const email = 'ada@birch.example';
  await owner(email);
  const payload = { email, password: right };
  const { headers } = await server.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  assert.match(
    String([headers['set-cookie']].flat()[1]),
    /^fd_device=[\w-]{22}\.\d+\.[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
  );
  const failed = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: wrong },
  });
  assert.equal(failed.headers['set-cookie'], undefined);
});

test('over HTTPS no other host can set or read the device cookie', async () => {
  const secure = await startServer({ environment: { PUBLIC_URL: 'https://desk.birch.example' } });
  try {
    const payload = { email: 'ada@birch.example', password: right };
    const { headers } = await secure.app.inject({ method: 'POST', url: '/api/auth/register', payload });
    assert.match(String([headers['set-cookie']].flat()[1]), /^__Host-fd_device=.*; HttpOnly; SameSite=Strict; Secure$/);
  } finally {
    await secure.close();
  }
});

test('nobody can lock an owner out by guessing at their address', async () => {
  const email = 'bo@birch.example';
  const known = await owner(email);
  await attack(email, '203.0.113.7');
  assert.equal(await signsIn(new Browser(server), email), 429, 'the precondition: the address is shut');
  assert.equal(await signsIn(known, email, wrong), 401);
  assert.equal(await signsIn(known, email), 200);
  assert.equal(await signsIn(known, email), 200, 'and again, with the new cookie');
  assert.equal(await signsIn(new Browser(server), email), 429, 'which gives nobody else a further guess');
});

test('a known device has ten guesses of its own, and uses none of the others’', async () => {
  const email = 'cy@birch.example';
  const [stolen, other] = [await owner(email), new Browser(server)];
  assert.equal(await signsIn(other, email), 200);
  for (let count = 0; count < 10; count += 1) assert.equal(await signsIn(stolen, email, wrong), 401);
  assert.equal(await signsIn(stolen, email), 429);
  assert.equal(await signsIn(other, email), 200);
  assert.equal(await signsIn(new Browser(server), email), 200);
  server.pass(900_000);
  assert.equal(await signsIn(stolen, email), 200);
});

test('ten guesses at the same time are counted like ten in a row', async () => {
  const known = await owner('di@birch.example');
  const answers = await Promise.all(Array.from({ length: 13 }, () => signsIn(known, 'di@birch.example', wrong)));
  assert.deepEqual(
    answers.toSorted((a, b) => a - b),
    [...Array(10).fill(401), ...Array(3).fill(429)],
  );
});

test('a network that has reached its limit is refused on known devices too', async () => {
  const email = 'ed@birch.example';
  const known = await owner(email);
  server.pass(900_000);
  for (let count = 0; count < 50; count += 1) await signsIn(new Browser(server), `guess${count}@birch.example`, wrong);
  assert.equal(await signsIn(known, email), 429);
  server.pass(900_000);
  assert.equal(await signsIn(known, email), 200);
});

describe('a browser is not a known device', () => {
  const cookieOf = (browser: Browser) => browser.cookies.get('fd_device') ?? assert.fail('no cookie');
  const cases: [string, (browser: Browser, email: string) => Promise<Record<string, string> | void>][] = [
    [
      'to an account that it has not signed in to',
      async (browser) =>
        void browser.cookies.set('fd_device', cookieOf(await owner(`other-${Date.now()}@birch.example`))),
    ],
    [
      'with a forged later end',
      async (browser) => {
        const [device, end, mac] = cookieOf(browser).split('.');
        browser.cookies.set('fd_device', `${device}.${Number(end) + 1}.${mac}`);
      },
    ],
    [
      'with a forged device id',
      async (browser) => {
        const [, end, mac] = cookieOf(browser).split('.');
        browser.cookies.set('fd_device', `${'A'.repeat(22)}.${end}.${mac}`);
      },
    ],
    ['with nonsense', async (browser) => void browser.cookies.set('fd_device', 'nonsense')],
    ['from another site’s page', async () => ({ origin: 'https://elsewhere.example' })],
    ['after ninety days', async () => server.pass(90 * day)],
    [
      'after a new password',
      async (_, email) => {
        const elsewhere = new Browser(server);
        const { body } = await elsewhere.asks('POST', '/api/auth/login', { email, password: right });
        const renewed = { current_password: right, new_password: 'walnut ferry timetable' };
        // The time of a password is its version; in reality no two of them are equal.
        server.pass(1_000);
        const headers = { authorization: `Bearer ${body.access_token}` };
        const answer = await server.app.inject({ method: 'PATCH', url: '/api/auth/me', headers, payload: renewed });
        assert.equal(answer.statusCode, 200, answer.body);
      },
    ],
  ];
  for (const [index, [name, change]] of cases.entries()) {
    test(name, async () => {
      const email = `stranger${index}@birch.example`;
      const known = await owner(email);
      const network = `203.0.113.${100 + index}`;
      await attack(email, network);
      assert.equal(await signsIn(known, email), 200, 'the precondition: it is known');
      server.pass(900_000);
      const headers = await change(known, email);
      await attack(email, network);
      assert.equal(await signsIn(known, email, right, headers ?? {}), 429);
    });
  }
});
