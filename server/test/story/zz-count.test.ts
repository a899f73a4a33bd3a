import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { conversationOf, setStage } from './stage.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';

const seen: string[] = [];
const original = pg.Client.prototype.query as any;
let counting = false;
pg.Client.prototype.query = function (this: any, ...args: any[]) {
  if (counting) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text ?? '?';
    const stack = new Error().stack?.split('\n').filter((l) => l.includes('/server/src/') && !l.includes('platform/database')).slice(0, 3).map((l) => l.replace(/.*server\/src\//, '').replace(/\)$/, '')).join(' < ');
    seen.push(`${(this as any).processID ?? ''} ${performance.now().toFixed(1)} ${text.replace(/\s+/g, ' ').slice(0, 110)}  @@ ${stack}`);
  }
  return original.apply(this, args);
} as any;
test('count', async () => {
  const stage = await setStage();
  // Warm: one message
  for (let i = 0; i < 3; i++) {
    if (i === 2) { await sleep(3000); counting = true; seen.length = 0; }
    const event = stage.chatdesk.events.userCreated({ text: 'hi, i forgot my password and cannot sign in. how do i reset it?' });
    const delivery = await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    if (i === 2) await sleep(2500); 
    counting = false;
    await conversationOf(stage, event.conversationId, (each) => assert.equal(each.messages.at(-1).delivery.status, 'sent'));
  }
  writeFileSync('/tmp/count/seen.txt', seen.join('\n'));
  await stage.close();
});
