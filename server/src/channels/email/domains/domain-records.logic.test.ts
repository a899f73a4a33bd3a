import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRecords, readDomain, expectedRecords } from './domain-records.logic.ts';

const claim = { domain: 'birch.test', token: 'abc123', inboundDomain: 'in.desk.test' };
const nothing = { ownership: [], mx: [], spf: [], dmarc: [] };
const ownership = (values: string[] | null) => judgeRecords(claim, { ...nothing, ownership: values }).ownership;

test('the ownership record has the name that the draft standard gives it', () => {
  const [record] = expectedRecords(claim);
  assert.deepEqual(
    [record?.type, record?.name, record?.value],
    ['TXT', '_frontdesk-challenge.birch.test', 'frontdesk-verify=abc123'],
  );
});

test('our value among others proves ownership; another organization’s does not', () => {
  assert.equal(ownership(['x', 'frontdesk-verify=other', 'frontdesk-verify=abc123']).state, 'ok');
  assert.deepEqual(ownership(['frontdesk-verify=other']), { state: 'mismatch', found: ['frontdesk-verify=other'] });
  assert.equal(ownership(['frontdesk-verify=abc1234']).state, 'mismatch');
});

test('a missing record is one finding, a silent name server another', () => {
  assert.equal(ownership([]).state, 'missing');
  assert.equal(ownership(null).state, 'error');
});

test('each record is judged by itself', () => {
  const found = judgeRecords(claim, {
    ownership: [],
    mx: ['10 in.desk.test'],
    spf: ['google-site=1', 'v=spf1 -all'],
    dmarc: ['v=DMARC1; p=none'],
  });
  assert.deepEqual(
    Object.values(found).map((each) => each.state),
    ['missing', 'ok', 'ok', 'ok'],
  );
  assert.equal(judgeRecords(claim, { ...nothing, mx: ['10 mx.elsewhere.test'] }).mx.state, 'mismatch');
});

const names: [string, string | null][] = [
  ['Birch.test.', 'birch.test'],
  [' help.birch.co.uk ', 'help.birch.co.uk'],
  ['xn--bcher-kva.test', 'xn--bcher-kva.test'],
  ['localhost', null],
  ['192.0.2.1', null],
  ['birch..test', null],
  ['-birch.test', null],
  ['birch.test/x', null],
  ['support@birch.test', null],
  ['bücher.test', null],
  [`${'a'.repeat(64)}.test`, null],
];
for (const [text, expected] of names)
  test(`${JSON.stringify(text)} is ${expected ?? 'no domain'}`, () => assert.equal(readDomain(text), expected));
