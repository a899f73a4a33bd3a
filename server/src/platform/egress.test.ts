import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { isAllowed, readAllowList } from './egress-policy.ts';
import { createEgress, EgressBlocked } from './egress.ts';

let port = 0;
let connections = 0;
const listener = createServer((_request, answer) => answer.end('reached'));
listener.on('connection', () => connections++);
before(
  () =>
    new Promise<void>((done) =>
      listener.listen(0, '127.0.0.1', () => done(void (port = (listener.address() as AddressInfo).port))),
    ),
);
after(() => listener.close());

const refused = [
  '127.0.0.1',
  '127.8.8.8',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '192.0.2.1',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
];
for (const address of refused) {
  test(`${address} is refused unless it is allowed`, () => assert.equal(isAllowed([], address, 443, address), false));
}
for (const address of ['93.184.216.34', '2606:2800:220:1::1']) {
  test(`${address} is public`, () => assert.equal(isAllowed([], address, 443, address), true));
}

const lists: [string, string, number, string, boolean][] = [
  ['10.1.0.0/16:443', '10.1.2.3', 443, 'crm.internal', true],
  ['10.1.0.0/16:443', '10.1.2.3', 8443, 'crm.internal', false],
  ['10.1.0.0/16', '10.2.0.1', 443, 'crm.internal', false],
  ['crm.internal:8443', '10.9.9.9', 8443, 'crm.internal', true],
  ['crm.internal:8443', '10.9.9.9', 8443, 'other.internal', false],
  ['127.0.0.1', '127.0.0.1', 9999, '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.1', 9999, 'localhost', true],
  ['localhost', '::1', 80, 'localhost', true],
  ['[::1]:8080', '::1', 8080, '::1', true],
  ['0.0.0.0/0', '169.254.169.254', 80, 'metadata', false],
  ['169.254.169.254', '169.254.169.254', 80, '169.254.169.254', true],
];
for (const [list, address, at, host, allowed] of lists) {
  test(`"${list}" ${allowed ? 'allows' : 'does not allow'} ${host} at ${address}:${at}`, () => {
    assert.equal(isAllowed(readAllowList(list), address, at, host), allowed);
  });
}

const hidden = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433', '127.1'];
for (const host of hidden) {
  test(`a request to https://${host} reaches nothing`, async () => {
    const before = connections;
    await assert.rejects(createEgress('').fetch(`https://${host}:${port}/`), causedByBlock);
    assert.equal(connections, before);
  });
}

test('plain http, and a URL that carries credentials, are refused before a socket is opened', async () => {
  await assert.rejects(createEgress('').fetch(`http://example.com:${port}/`), EgressBlocked);
  await assert.rejects(createEgress('127.0.0.1').fetch(`http://user:pass@127.0.0.1:${port}/`), EgressBlocked);
});

test('a host that the operator allows, or names in the configuration, is reached', async () => {
  assert.equal(await (await createEgress(`127.0.0.1:${port}`).fetch(`http://127.0.0.1:${port}/`)).text(), 'reached');
  assert.equal(
    await (await createEgress('', [`http://127.0.0.1:${port}`]).fetch(`http://127.0.0.1:${port}/x`)).text(),
    'reached',
  );
  await assert.rejects(createEgress('', [`http://127.0.0.1:${port + 1}`]).fetch(`http://127.0.0.1:${port}/`));
});

const causedByBlock = (error: Error) => error instanceof EgressBlocked || error.cause instanceof EgressBlocked;
