import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportLinkOf } from './export-link.logic.ts';

const homes = [
  'https://www.drive-api.example/v3/',
  'https://accounts.vendor.example/auth',
  'http://127.0.0.1:4000/token',
];

test('the token is sent only to hosts of the drive', () => {
  const cases: [link: unknown, followed: boolean][] = [
    ['https://docs.vendor.example/export?id=1', true],
    ['https://www.drive-api.example/export', true],
    ['http://127.0.0.1:4000/export', true],
    ['http://docs.vendor.example/export?id=1', false],
    ['http://127.0.0.1:4001/export', false],
    ['https://127.0.0.1:4001/export', false],
    ['https://vendor.example.attacker.example/export', false],
    ['https://docs.othervendor.example/export', false],
    ['https://docs.vendor.example@attacker.test/export', false],
    ['file:///etc/passwd', false],
    ['nonsense', false],
    [7, false],
  ];
  for (const [link, followed] of cases)
    assert.equal(exportLinkOf({ 'text/plain': link }, 'text/plain', homes), followed ? link : null, String(link));
  assert.equal(exportLinkOf({ 'text/plain': 'https://docs.vendor.example/' }, 'text/markdown', homes), null);
});
