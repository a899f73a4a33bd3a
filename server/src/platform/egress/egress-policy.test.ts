import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOfUrl, hostOf, isAllowed, mayPass, portOf, readAllowList } from './egress-policy.ts';

/** The address to which the URL's host resolves; a literal resolves to itself. */
const at = (url: string, address?: string) => [url, address] as const;

const passes = [
  at('https://api.example.com/', '93.184.216.34'),
  at('https://api.example.com/', '2606:2800:220:1::1'),
  at('https://93.184.216.34/'),
  at('https://[2606:2800:220:1::1]/'),
  at('https://EXAMPLE.com:443/x?y=1', '8.8.8.8'),
  at('https://xn--bcher-kva.example/', '1.1.1.1'),
  at('https://172.15.0.1/'),
  at('https://172.32.0.1/'),
  at('https://192.169.0.1/'),
  at('https://100.63.255.255/'),
  at('https://100.128.0.1/'),
  at('https://169.253.255.255/'),
  at('https://198.20.0.1/'),
  at('https://223.255.255.255/'),
  at('https://localhost.example.com/', '8.8.4.4'),
  at('https://internal.example.com/', '8.8.4.4'),
];

const isRefused = [
  // Not https, not port 443, or not a plain URL.
  at('http://api.example.com/', '93.184.216.34'),
  at('https://api.example.com:8443/', '93.184.216.34'),
  at('https://api.example.com:22/', '93.184.216.34'),
  at('https://api.example.com:80/', '93.184.216.34'),
  at('http://93.184.216.34:443/'),
  at('ftp://api.example.com/', '93.184.216.34'),
  at('file:///etc/passwd', '93.184.216.34'),
  at('data:text/plain,x', '93.184.216.34'),
  at('gopher://api.example.com:443/', '93.184.216.34'),
  at('ws://api.example.com/', '93.184.216.34'),
  at('https://user@api.example.com/', '93.184.216.34'),
  at('https://user:word@api.example.com/', '93.184.216.34'),
  at('https://:word@api.example.com/', '93.184.216.34'),
  // Names that do not exist on the internet, whatever they resolve to.
  at('https://api.example.com./', '93.184.216.34'),
  at('https://localhost/', '93.184.216.34'),
  at('https://LOCALHOST/', '93.184.216.34'),
  at('https://a.localhost/', '93.184.216.34'),
  at('https://printer.local/', '93.184.216.34'),
  at('https://crm.internal/', '93.184.216.34'),
  at('https://nas.home.arpa/', '93.184.216.34'),
  at('https://intranet/', '93.184.216.34'),
  at('https://db/', '93.184.216.34'),
  at('https://metadata.google.internal/', '169.254.169.254'),
  at('https://metadata.goog/', '8.8.8.8'),
  at('https://instance-data.ec2.internal/', '169.254.169.254'),
  // Public names that resolve to internal addresses.
  at('https://api.example.com/', '127.0.0.1'),
  at('https://api.example.com/', '10.0.0.5'),
  at('https://api.example.com/', '::1'),
  at('https://api.example.com/', '::ffff:10.0.0.5'),
  at('https://api.example.com/', '169.254.169.254'),
  at('https://api.example.com/', 'not an address'),
  // IPv4: every range of docs/promises.md, egress, at its edges.
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'].map(literal),
  ...['127.0.0.1', '127.255.255.255', '169.254.0.1', '169.254.169.254', '169.254.170.2', '172.16.0.1'].map(literal),
  ...['172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1'].map(literal),
  ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1'].map(literal),
  ...['255.255.255.255', '168.63.129.16', '100.100.100.200', '192.0.0.192'].map(literal),
  // The same addresses in other spellings.
  ...['0x7f.1', '2130706433', '127.1', '0177.0.0.1', '0x7f000001', '017700000001', '①②⑦.0.0.1'].map(literal),
  // IPv6, and IPv4 embedded in IPv6.
  ...['::', '::1', '::7f00:1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'].map(literal),
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:1234::1'].map(literal),
  ...['2001:db8::1', '2002:7f00:1::', '2002:808:808::', 'fc00::1', 'fd12::1', 'fe80::1', 'febf::1'].map(literal),
  ...['fec0::1', 'ff02::1', 'fd00:ec2::254', 'fd20:ce::254', '4000::1', '3fff::1'].map(literal),
];

function literal(address: string) {
  return at(`https://${address.includes(':') ? `[${address}]` : address}/`);
}

for (const [url, address] of passes)
  test(`${url} ${address ? `at ${address} ` : ''}may be reached`, () => assert.equal(verdict('', url, address), true));

for (const [url, address] of isRefused)
  test(`${url} ${address ? `at ${address} ` : ''}is refused`, () => assert.equal(verdict('', url, address), false));

test('the tables have at least 80 rows', () => {
  assert.ok(passes.length + isRefused.length >= 80, `${passes.length + isRefused.length} rows`);
});

const lists: [string, string, string, boolean][] = [
  ['10.1.0.0/16:443', 'https://crm.internal/', '10.1.2.3', true],
  ['10.1.0.0/16:443', 'https://crm.internal:8443/', '10.1.2.3', false],
  ['10.1.0.0/16', 'https://crm.internal/', '10.2.0.1', false],
  ['10.1.0.0/16', 'https://crm.internal/', '8.8.8.8', false],
  ['10.1.0.0/16', 'https://crm.internal/', '::ffff:10.1.2.3', true],
  ['crm.internal:8443', 'https://crm.internal:8443/', '10.9.9.9', true],
  ['crm.internal:8443', 'https://crm.internal/', '10.9.9.9', false],
  ['crm.internal:8443', 'https://other.internal:8443/', '10.9.9.9', false],
  ['api.example.com:8443', 'https://api.example.com:8443/', '93.184.216.34', true],
  ['127.0.0.1', 'http://127.0.0.1:9999/', '127.0.0.1', true],
  ['127.0.0.1', 'https://localhost:9999/', '127.0.0.1', true],
  ['127.0.0.1', 'http://localhost:9999/', '127.0.0.1', true],
  ['127.0.0.1', 'http://localhost:9999/', '127.0.0.2', false],
  ['localhost', 'http://localhost/', '::1', true],
  ['[::1]:8080', 'http://[::1]:8080/', '::1', true],
  ['10.0.0.0/8', 'http://crm.example.com/', '10.1.1.1', true],
  ['10.0.0.0/8', 'http://crm.example.com/', '8.8.8.8', false],
  ['fd00::/8', 'https://crm.internal/', 'fd12::1', true],
  ['127.0.0.1', 'http://user@127.0.0.1/', '127.0.0.1', false],
  ['example.com.', 'https://example.com./', '8.8.8.8', false],
  // Metadata services: neither an allowed network nor an allowed name opens them.
  ['0.0.0.0/0', 'https://api.example.com/', '169.254.169.254', false],
  ['::/0', 'https://api.example.com/', 'fd00:ec2::254', false],
  ['metadata.google.internal', 'http://metadata.google.internal/', '169.254.169.254', false],
  ['api.example.com', 'https://api.example.com/', '169.254.169.254', false],
  ['169.254.169.254', 'http://169.254.169.254/', '169.254.169.254', false],
];

for (const [list, url, address, expected] of lists)
  test(`"${list}" ${expected ? 'allows' : 'does not allow'} ${url} at ${address}`, () =>
    assert.equal(verdict(list, url, address), expected));

test('a metadata service needs its exact address and EGRESS_ALLOW_METADATA=1', () => {
  const metadata = (list: string, url: string) => verdict(list, url, '169.254.169.254', true);
  assert.equal(metadata('169.254.169.254', 'http://169.254.169.254/'), true);
  assert.equal(metadata('169.254.0.0/16', 'http://169.254.169.254/'), false);
  assert.equal(metadata('api.example.com', 'https://api.example.com/'), false);
});

const shown: [string, string, boolean][] = [
  ['', 'https://api.example.com/', true],
  ['', 'https://93.184.216.34/', true],
  ['', 'http://api.example.com/', false],
  ['', 'https://api.example.com:8443/', false],
  ['', 'https://10.0.0.1/', false],
  ['', 'https://[::1]/', false],
  ['', 'https://localhost/', false],
  ['', 'https://169.254.169.254/', false],
  ['', 'https://metadata.google.internal/', false],
  ['', 'ftp://api.example.com/', false],
  ['10.0.0.1', 'https://10.0.0.1/', true],
  ['10.0.0.0/8', 'http://crm.example.com/', true],
  ['10.0.0.0/8', 'https://crm.internal:8443/', true],
  ['10.0.0.0/8:443', 'https://crm.internal:8443/', false],
  ['10.0.0.0/8', 'http://192.168.0.1/', false],
  ['127.0.0.1', 'http://127.0.0.1:9999/', true],
  ['api.example.com:8443', 'https://api.example.com:8443/', true],
];
for (const [list, url, expected] of shown)
  test(`with "${list}", ${url} alone shows that it ${expected ? 'may pass' : 'is refused'}`, () =>
    assert.equal(mayPass(readAllowList(list), new URL(url)), expected));

function verdict(text: string, url: string, address?: string, metadata?: boolean): boolean {
  const list = readAllowList(text, { metadata: metadata ?? false });
  const target = new URL(url);
  const host = hostOf(target);
  if (faultOfUrl(list, target) !== null) return false;
  return isAllowed(list, { host, address: address ?? host, port: portOf(target), plain: target.protocol === 'http:' });
}
