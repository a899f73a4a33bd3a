import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// A helpdesk, or a gateway before it, that answers a reply with a redirect to another host.
let stage: Stage;
let calls = 0;
const elsewhere = createServer((_request, response) => {
  calls += 1;
  response.end('{}');
});
before(async () => {
  stage = await setStage();
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
});
after(async () => {
  elsewhere.close();
  await stage.close();
});

const asked = 'How do I reset my password?';
const vendors = {
  chatdesk: {
    on: 'POST /conversations/:id/reply',
    asks: () => {
      const event = stage.chatdesk.events.userCreated({ text: asked });
      return { event, thread: event.conversationId };
    },
    said: (thread: any) => stage.chatdesk.repliesTo(thread),
  },
  ticketdesk: {
    on: 'PUT /api/v2/tickets/:id',
    asks: () => {
      const event = stage.ticketdesk.events.ticketOpened({ subject: 'Password', text: asked });
      return { event, thread: event.ticketId };
    },
    said: (thread: any) => stage.ticketdesk.repliesTo(thread),
  },
};

for (const desk of ['chatdesk', 'ticketdesk'] as const)
  for (const [what, kind, status] of [
    ['after it has sent the reply', 'act-then-answer', 303],
    ['in place of sending the reply', 'answer', 307],
  ] as const)
    test(`a redirect of ${desk} ${what} is not followed, and the reply arrives once`, async () => {
      const { on, asks, said } = vendors[desk];
      const { event, thread } = asks();
      const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
      stage[desk].failNext({ kind, status, headers: { location } }, { on });
      await stage[desk].deliver(stage.hooks[desk], event);
      const { messages } = await conversationOf(stage, thread, (conversation) =>
        assert.match(conversation.messages.at(-1).delivery?.status ?? 'none', /^(sent|failed|unknown)$/),
      );
      assert.equal(messages.at(-1).delivery.status, 'sent');
      await eventually(() => assert.equal(said(thread).length, 1));
      assert.equal(calls, 0);
    });
