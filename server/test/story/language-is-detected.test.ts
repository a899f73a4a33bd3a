import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { eld } from 'eld/small';
import { rowAccess } from '../../src/platform/database/scoped-dialect.ts';
import { conversationOf, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());
after(() => mock.restoreAll());

// The detector's time grows with the square of a word's length, and on the embedded engine a transaction blocks all others.
test('the detector reads only a part of a long message, outside any transaction', async () => {
  const detections: { characters: number; longestWord: number; inTransaction: boolean }[] = [];
  const detect = eld.detect.bind(eld);
  mock.method(eld, 'detect', (text: string) => {
    const longestWord = Math.max(...text.split(/\s/).map((word) => word.length));
    detections.push({ characters: text.length, longestWord, inTransaction: rowAccess.getStore() !== undefined });
    return detect(text);
  });
  const text = `${'x'.repeat(100_000)} How can I reset my password? I cannot find the page for it.`;
  const event = stage.chatdesk.events.userCreated({ text });
  const says = async ({ raw, headers }: typeof event) =>
    assert.equal((await fetch(stage.hooks.chatdesk, { method: 'POST', headers, body: raw })).status, 202);
  await says(event);
  const conversation = await conversationOf(stage, event.conversationId, (each) => assert.ok(each.last_decision));
  // Too short for detection, so the earlier messages are read again.
  await says(stage.chatdesk.events.userReplied(event.conversationId, { text: 'Hm 123' }));
  await conversationOf(stage, event.conversationId, (each) =>
    assert.notEqual(each.last_decision.id, conversation.last_decision.id),
  );

  assert.equal(conversation.language, 'en', 'the words around the long one count');
  assert.equal(conversation.messages[0].text.length, text.length, 'and nothing of it is lost');
  assert.ok(detections.length > 0, 'precondition: the detector was asked');
  assert.deepEqual(
    detections.filter((each) => each.characters > 3_000 || each.longestWord > 200 || each.inTransaction),
    [],
  );
});
