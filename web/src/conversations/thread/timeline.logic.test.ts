import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handover, Message } from '@desk/contract/conversations';
import { hasFormatting, openDraft, timelineOf } from './timeline.logic.ts';

const message = (id: string, at: string, kind: Message['kind'] = 'customer'): Message => ({
  id,
  kind,
  author: { type: 'customer', id: null, name: null },
  text: id,
  attachments: [],
  citations: [],
  delivery: { status: 'none', attempts: 0, error: null, sent_at: null },
  automated: false,
  feedback: [],
  created_at: at,
});
const handover = (id: string, at: string): Handover => ({
  id,
  direction: 'to_human',
  reason: 'manual',
  rule_id: null,
  decision_id: null,
  actor: { type: 'human', id: null, name: null },
  destination: null,
  note: null,
  message_sent: null,
  delivery: 'delivered',
  created_at: at,
});

test('a handover stands between the messages, before a message of the same moment', () => {
  const entries = timelineOf([message('a', '1'), message('b', '3')], [handover('h', '3'), handover('old', '0')]);
  assert.deepEqual(
    entries.map((entry) => (entry.kind === 'message' ? entry.message.id : entry.handover.id)),
    ['a', 'h', 'b'],
  );
});

test('a draft is open only while the AI waits for approval', () => {
  const messages = [message('d1', '1', 'draft'), message('d2', '2', 'draft'), message('c', '3')];
  assert.equal(openDraft(messages, 'awaiting_approval')?.id, 'd2');
  assert.equal(openDraft(messages, 'idle'), null);
});

test('only markup that changes the look of the text gets a frame', () => {
  assert.equal(hasFormatting('<p>Hello</p>'), false);
  assert.equal(hasFormatting('<p>See <img src=x></p>'), true);
  assert.equal(hasFormatting(undefined), false);
});
