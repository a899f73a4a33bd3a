import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEvent } from '@desk/contract/audit';
import { auditCsv } from './audit-csv.logic.ts';

const entry: AuditEvent = {
  id: '01890000-0000-7000-8000-000000000001',
  at: '2026-11-12T10:00:00.000Z',
  actor: { type: 'user', id: 'u1', name: '=cmd|calc' },
  action: 'tag.updated',
  subject: { type: 'tag', id: 't1' },
  changes: { name: { from: 'a "b"', to: 'c,d' } },
  ip: null,
  request_id: 'r1',
};

test('an entry is one line, quoted, and a name that begins like a formula is text', () => {
  const [head, line, ...rest] = auditCsv([entry]).split('\r\n');
  assert.equal(head?.split(',').length, 12);
  assert.equal(
    line,
    `${entry.id},${entry.at},user,u1,'=cmd|calc,tag.updated,tag,t1,,` +
      `"{""name"":{""from"":""a \\""b\\"""",""to"":""c,d""}}",,r1`,
  );
  assert.deepEqual(rest, ['']);
});
