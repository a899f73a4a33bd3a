import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, setStage, type Stage } from './stage.ts';

// The person whose account granted us access also answers customers, under the same name as our own replies.
let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const answered = (reference: string | number) =>
  conversationOf(stage, reference, (each) => assert.equal(each.messages.at(-1).delivery?.status, 'sent'));
const tookOver = (reference: string | number, text: string) =>
  conversationOf(stage, reference, (each) => {
    assert.deepEqual([each.messages.at(-1).kind, each.messages.at(-1).text], ['human', text]);
    assert.deepEqual([each.owner, each.status], ['human', 'pending']);
  });

test('in chat, their handwritten replies appear and take over, and our echo does not', async () => {
  const { events } = stage.chatdesk;
  const opened = events.userCreated({ text: 'how can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, opened);
  const { messages } = await answered(opened.conversationId);
  await stage.chatdesk.deliver(stage.hooks.chatdesk, events.ownEcho(opened.conversationId));
  const { id, name } = stage.chatdesk.admin;
  const byHand = events.adminReplied(opened.conversationId, { text: 'I look after you myself.' }, { id, name });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, byHand);
  const taken = await tookOver(opened.conversationId, 'I look after you myself.');
  assert.equal(taken.messages.length, messages.length + 1, 'the echo is no message');
});

test('in chat, an echo that arrives before the vendor’s answer counts as ours, with and without the app’s mark', async () => {
  const opened = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  const made = stage.chatdesk.workspace.partMade;
  stage.chatdesk.workspace.partMade = (conversation, part) => {
    part.app_package_code = null;
    if (part.body)
      void stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.ownEcho(conversation.id, part.id));
  };
  // The vendor sends the notification before its answer.
  stage.chatdesk.failNext({ kind: 'delay', milliseconds: 500 }, { on: 'POST /conversations/:id/reply' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, opened);
  const conversation = await answered(opened.conversationId);
  stage.chatdesk.workspace.partMade = made;
  assert.equal(conversation.owner, 'ai');
  assert.ok(!conversation.messages.some((each: any) => each.kind === 'human'));
});

for (const form of ['trigger', 'event'] as const) {
  test(`in tickets, the ${form} form distinguishes their words from ours`, async () => {
    const { events } = stage.ticketdesk;
    const opened = events.ticketOpened({ subject: 'Password', text: 'how can I reset my password?', form });
    await stage.ticketdesk.deliver(stage.hooks.ticketdesk, opened);
    const { messages } = await answered(opened.ticketId);
    await stage.ticketdesk.deliver(stage.hooks.ticketdesk, events.ownEcho(opened.ticketId));
    const byHand = { text: 'I look after you myself.', form, by: 'bot' as const };
    await stage.ticketdesk.deliver(stage.hooks.ticketdesk, events.agentCommented(opened.ticketId, byHand));
    const taken = await tookOver(opened.ticketId, byHand.text);
    assert.equal(taken.messages.length, messages.length + 1, 'the echo is no message');
  });
}

test('another seat replies for the AI once it is chosen, and must exist', async () => {
  const [, teammate] = stage.chatdesk.workspace.admins;
  const { ada } = stage.world;
  const unknown = await ada.calls('PUT', '/api/integrations/chatdesk/app', { speak_as: '1' });
  assert.deepEqual([unknown.status, unknown.body.code], [422, 'seat_unknown']);
  const set = await ada.puts('/api/integrations/chatdesk/app', { speak_as: teammate!.id });
  assert.deepEqual(set.speaks_as, { id: teammate!.id, name: teammate!.name });
  const opened = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, opened);
  await answered(opened.conversationId);
  const byHand = stage.chatdesk.conversation(opened.conversationId).parts.filter(({ body }) => body);
  assert.equal(byHand.at(-1)?.author.id, teammate!.id);

  const agent = stage.ticketdesk.account.users.find(({ role }) => role === 'agent');
  assert.ok(agent);
  await ada.puts('/api/integrations/ticketdesk/app', { speak_as: String(agent.id) });
  const ticket = stage.ticketdesk.events.ticketOpened({ subject: 'Password', text: 'how can I reset my password?' });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, ticket);
  await answered(ticket.ticketId);
  assert.equal(stage.ticketdesk.account.tickets.get(ticket.ticketId)?.comments.at(-1)?.author_id, agent.id);

  const back = await ada.puts('/api/integrations/chatdesk/app', { speak_as: null });
  assert.equal(back.speaks_as.id, stage.chatdesk.admin.id);
});
