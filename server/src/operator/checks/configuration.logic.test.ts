import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsOfConfiguration } from './configuration.logic.ts';

const usual = {
  NODE_ENV: 'production',
  PUBLIC_URL: '',
  EGRESS_ALLOW_METADATA: '0',
  SECRET_KEY_PREVIOUS: '',
  REGISTRATION: 'open',
  CLOUD_DRIVE_SERVICE_ACCOUNT: '',
  CLOUD_DRIVE_SERVICE_ACCOUNT_FOR: '',
};

const urls: [string, 'development' | 'production', 'ok' | 'warn' | 'fail'][] = [
  ['https://desk.example.com', 'production', 'ok'],
  ['https://desk.example.com:8443', 'production', 'ok'],
  ['http://localhost:3000', 'development', 'ok'],
  ['http://localhost:3000', 'production', 'warn'],
  ['http://[::1]:3000', 'production', 'warn'],
  ['http://desk.example.com', 'production', 'warn'],
  ['https://desk.example.com/desk', 'production', 'fail'],
  ['https://desk.example.com?x=1', 'production', 'fail'],
  ['https://user@desk.example.com', 'production', 'fail'],
  ['desk.example.com', 'production', 'fail'],
  ['ftp://desk.example.com', 'production', 'fail'],
];
for (const [PUBLIC_URL, NODE_ENV, state] of urls)
  test(`${PUBLIC_URL} in ${NODE_ENV}: ${state}`, () => {
    const [finding] = findingsOfConfiguration({ ...usual, NODE_ENV, PUBLIC_URL });
    assert.equal(finding?.state, state);
    assert.equal(finding?.remedy === undefined, state === 'ok');
  });

test('a service account that strangers could read with causes a warning', () => {
  const about = (change: object) =>
    findingsOfConfiguration({ ...usual, CLOUD_DRIVE_SERVICE_ACCOUNT: '/key.json', ...change }).map(
      ({ check }) => check,
    );
  assert.ok(about({}).includes('cloud drive'));
  assert.ok(!about({ REGISTRATION: 'invite' }).includes('cloud drive'));
  assert.ok(!about({ CLOUD_DRIVE_SERVICE_ACCOUNT_FOR: 'an-id' }).includes('cloud drive'));
});

test('temporary settings cause a warning', () => {
  const found = findingsOfConfiguration({
    ...usual,
    PUBLIC_URL: 'https://desk.example.com',
    EGRESS_ALLOW_METADATA: '1',
    SECRET_KEY_PREVIOUS: 'x',
  });
  assert.deepEqual(
    found.map(({ check, state }) => [check, state]),
    [
      ['PUBLIC_URL', 'ok'],
      ['requests that leave', 'warn'],
      ['key rotation', 'warn'],
    ],
  );
});
