import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvHeader, csvLine } from './audit-csv.logic.ts';

const entry = {
  sequence: 7,
  at: '2026-01-02T03:04:05.000Z',
  actor: { type: 'user' as const, id: 'u', name: 'Ada' },
  action: 'tag.updated',
  subject: { type: 'tag', id: 't', name: 'Refunds, "old"' },
  changes: { color: { from: null, to: '#fff' } },
  ip: null,
  request_id: 'r',
  previous_hash: '00',
  hash: 'ff',
};

test('a line has a field for each column, quoted where necessary', () => {
  assert.equal(
    csvLine(entry),
    '7,2026-01-02T03:04:05.000Z,user,u,Ada,tag.updated,tag,t,"Refunds, ""old""","{""color"":{""from"":null,""to"":""#fff""}}",,r,00,ff\r\n',
  );
  assert.equal(csvHeader.trim().split(',').length, 14);
});

test('a name never becomes a formula in a spreadsheet', () => {
  for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])
    assert.ok(csvLine({ ...entry, actor: { ...entry.actor, name } }).includes(`u,'${name},`), name);
});
