import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { engine } from '../promises/chance.ts';
import { conversationOf, setStage, type Stage } from '../story/stage.ts';
import { besideDesk } from './tool.ts';

// The tool runs next to a running desk, but the embedded database serves one process.
const skip = engine !== 'postgres';
let stage: Stage;
before(async () => {
  if (!skip) stage = await setStage();
});
after(() => stage?.close());

const run = (...args: string[]) => besideDesk(stage, ['stop-answers', ...args]);

test('the operator stops automatic replies: what waits goes to people, and nothing is sent', { skip }, async () => {
  const { chatdesk, hooks, world } = stage;
  const settings = '/api/organizations/me/settings';
  // Long enough that the message still waits, as one does in the database of a backup.
  const longest = { chatdesk: 60_000, ticketdesk: 0, email: 0 };
  await world.ada.patches(settings, { debounce_milliseconds: longest });
  const event = chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await chatdesk.deliver(hooks.chatdesk, event);
  await conversationOf(stage, event.conversationId, (each) => assert.equal(each.owner, 'ai'));
  const other = await run('--organization', 'nobody');
  assert.deepEqual([other.code, other.err], [1, 'frontdesk: There is no organization with the slug or id nobody.\n']);
  const { code, out, err } = await run();
  assert.equal(code, 0, err);
  const { slug } = await world.ada.gets('/api/organizations/me');
  assert.deepEqual(out.trim().split('\n'), [slug], 'those of the others were off');
  const { handovers } = await conversationOf(stage, event.conversationId, (each) =>
    assert.deepEqual([each.owner, each.status], ['human', 'open']),
  );
  assert.equal(handovers.at(-1).reason, 'auto_respond_off');
  assert.equal(chatdesk.repliesTo(event.conversationId).length, 0);
  assert.equal((await world.ada.gets(settings)).auto_respond_enabled, false);
  const { items } = await world.ada.gets('/api/audit-events?action=settings.updated');
  assert.equal(items[0].actor.type, 'operator');
  assert.equal((await run()).out, '', 'once is enough');
});
