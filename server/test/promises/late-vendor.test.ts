import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { passSeconds } from './home.ts';
import { startDesk } from './process.ts';
import { conversationOf, eventually, hookOf, setScene, type Scene } from './scene.ts';

// docs/promises.md P3: a helpdesk that is slow to act has not lost the request, and acts after we stopped waiting.
let scene: Scene;
before(async () => void (scene = await setScene()));
after(() => scene?.close());

const question = 'How do I reset my password? I cannot sign in.';
const helpdesks = {
  chatdesk: () => {
    const event = scene.chatdesk.events.userCreated({ text: question });
    const said = () => scene.chatdesk.repliesTo(event.conversationId).length;
    return { event, on: 'POST /conversations/:id/reply', thread: event.conversationId, said };
  },
  ticketdesk: () => {
    const event = scene.ticketdesk.events.ticketOpened({ subject: 'Password', text: question });
    const said = () => scene.ticketdesk.repliesTo(event.ticketId).length;
    return { event, on: 'PUT /api/v2/tickets/:id', thread: event.ticketId, said };
  },
};

for (const desk of ['chatdesk', 'ticketdesk'] as const)
  test(`a reply that ${desk} sends late is not sent again meanwhile`, async () => {
    const { event, on, thread, said } = helpdesks[desk]();
    const late = Promise.withResolvers<void>();
    scene[desk].failNext({ kind: 'hold', until: late.promise }, { on });
    await scene[desk].deliver(hookOf(scene, desk, scene.desk.url), event);
    const delivery = async () => (await conversationOf(scene, thread))?.messages.at(-1)?.delivery;
    await eventually(async () => assert.equal((await delivery())?.error, 'no answer to the request'));
    // A second attempt would be made within that time.
    await sleep(6_000);
    late.resolve();
    await eventually(() => assert.equal(said(), 1));

    assert.equal((await scene.desk.terminate()).code, 0);
    await passSeconds(scene.home, 60);
    scene.desk = startDesk({ environment: scene.environment, port: scene.port });
    await scene.desk.ready;
    await eventually(async () => assert.equal((await delivery())?.status, 'sent'));
    assert.equal(said(), 1);
  });
