import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildMail, quoted } from '../providers/mail/message.ts';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { verifiedDomain } from './mail-stage.ts';
import { conversationOf, eventually, inboundSecret, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

test('a chat message that the knowledge base covers is answered there, with its source', async () => {
  const event = stage.chatdesk.events.userCreated({
    text: 'hi, i forgot my password and cannot sign in. how do i reset it?',
  });
  const delivery = await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  assert.equal(delivery.status, 202);
  const conversation = await conversationOf(stage, event.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery.status, 'sent'),
  );
  assert.deepEqual([conversation.status, conversation.owner, conversation.ai_state], ['pending', 'ai', 'idle']);
  const answer = conversation.messages.at(-1);
  assert.equal(answer.kind, 'ai');
  assert.match(
    conversation.customer_words,
    /^hi, i forgot my password/,
    'the queue shows what was asked, not what was answered',
  );
  assert.match(answer.text, /Forgot password/);
  assert.equal(answer.citations[0].title.includes('Reset your password'), true);
  assert.equal(conversation.last_decision.outcome, 'answer');
  assert.ok(conversation.last_decision.confidence.value >= 0.7);
  assert.match(conversation.last_decision.hash, /^[0-9a-f]{64}$/);
  const [reply, ...more] = stage.chatdesk.repliesTo(event.conversationId);
  assert.equal(more.length, 0);
  assert.match(reply?.body ?? '', /Forgot password/);
});

test('a ticket is answered with words, tags and status in one request', async () => {
  const event = stage.ticketdesk.events.ticketOpened({
    subject: 'Refund',
    text: 'Hello, I bought the annual plan two weeks ago. Can I still get a refund for it and how long does it take?',
  });
  assert.equal((await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event)).status, 202);
  const { id, customer } = await conversationOf(stage, event.ticketId, (each) =>
    assert.equal(each.messages.at(-1).delivery.status, 'sent'),
  );
  const { items } = await stage.world.wim.gets('/api/channels/ticketdesk/events');
  const logged = items.find((each: any) => each.conversation_id === id);
  assert.deepEqual([logged.subject, logged.customer_name], ['Refund', customer.name]);
  const [comment, ...more] = stage.ticketdesk.repliesTo(event.ticketId);
  assert.equal(more.length, 0);
  assert.match(comment?.plain_body ?? comment?.body ?? '', /30 days/);
  assert.equal(stage.ticketdesk.ticket(event.ticketId).status, 'pending');
  const puts = stage.ticketdesk.calls.all.filter(
    (call) => call.method === 'PUT' && call.path.includes(String(event.ticketId)),
  );
  assert.equal(puts.length, 1);
});

test('a mail is answered into its thread, marked as automatic, and the reply to it continues the conversation', async () => {
  const domain = 'birch.test';
  await verifiedDomain(stage, domain);
  const sent = buildMail({
    from: 'Robin <robin@customer.test>',
    to: `support@${domain}`,
    subject: 'Invoices',
    text: 'Good morning,\n\nhow can I export all my invoices of last year?\n\nBest\nRobin',
  });
  const event = rawMailEvent(
    sent.raw,
    { from: 'robin@customer.test', to: `support@${domain}` },
    { secret: inboundSecret },
  );
  assert.equal((await deliverMail(stage.hooks.email, event)).status, 202);
  const mail = await eventually(() => {
    const [first] = stage.mail.mailsTo('robin@customer.test');
    assert.ok(first);
    return first;
  });
  assert.match(mail.text, /Billing/);
  assert.equal(mail.inReplyTo, sent.messageId);
  assert.equal(mail.headers['auto-submitted']?.[0], 'auto-replied');

  const followUp = buildMail({
    from: 'Robin <robin@customer.test>',
    to: mail.headers['reply-to']?.[0] ?? '',
    subject: 'Re: Invoices',
    inReplyTo: mail.messageId,
    references: [...mail.references, mail.messageId],
    text: `Thanks, that solved it!\n\n${quoted({ from: 'Birch', date: new Date(), text: mail.text })}`,
  });
  const replyTo = /<?([^<>\s]+@[^<>\s]+)>?/.exec(mail.headers['reply-to']?.[0] ?? '')?.[1] ?? '';
  await deliverMail(
    stage.hooks.email,
    rawMailEvent(followUp.raw, { from: 'robin@customer.test', to: replyTo }, { secret: inboundSecret }),
  );
  const { items } = await stage.world.ada.gets('/api/conversations?channel=email');
  const conversation = await conversationOf(stage, items[0].channel_reference, (each) =>
    assert.equal(each.status, 'resolved'),
  );
  assert.equal(items.length, 1);
  assert.equal(conversation.resolution, 'ai_confirmed');
  assert.equal(conversation.messages.at(-1).text.trim(), 'Thanks, that solved it!');
  assert.match(conversation.messages.at(-1).quoted_text, /Billing/, 'folded, not lost');
  assert.equal(stage.mail.mailsTo('robin@customer.test').length, 1);
});

test('a mail with an unknown delivery outcome is shown to people, in words that claim neither', async () => {
  const domain = 'birch.test';
  await verifiedDomain(stage, domain);
  const sent = buildMail({
    from: 'Lou <lou@customer.test>',
    to: `support@${domain}`,
    subject: 'Call me',
    text: 'I would like to talk to a person please.',
  });
  const envelope = { from: 'lou@customer.test', to: `support@${domain}` };
  await deliverMail(stage.hooks.email, rawMailEvent(sent.raw, envelope, { secret: inboundSecret }));
  const { items } = await eventually(async () => {
    const page = await stage.world.ada.gets('/api/conversations?channel=email&q=Call');
    assert.equal(page.items[0]?.owner, 'human');
    return page;
  });
  const reference = items[0].channel_reference;
  await conversationOf(stage, reference, (each) => assert.equal(each.messages.at(-1).delivery?.status, 'sent'));
  stage.mail.failNext({ kind: 'drop-after-data' });
  const reply = { kind: 'reply', text: 'We call you at noon.' };
  await stage.world.max.posts(`/api/conversations/${items[0].id}/messages`, reply);
  await conversationOf(stage, reference, (each) =>
    assert.match(each.messages.at(-1).text, /may not have reached the customer/),
  );
});

test('an out-of-office reply is never answered', async () => {
  const domain = 'birch.test';
  await verifiedDomain(stage, domain);
  const away = buildMail({
    from: 'kim@customer.test',
    to: `support@${domain}`,
    subject: 'Out of office',
    text: 'How do I reset my password? I am away until Monday.',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  const delivery = await deliverMail(
    stage.hooks.email,
    rawMailEvent(away.raw, { from: 'kim@customer.test', to: `support@${domain}` }, { secret: inboundSecret }),
  );
  assert.ok(delivery.status < 300);
  const later = stage.chatdesk.events.userCreated({ text: 'how can I export my invoices?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, later);
  await conversationOf(stage, later.conversationId, (each) =>
    assert.equal(each.messages.at(-1).delivery.status, 'sent'),
  );
  assert.equal(stage.mail.mailsTo('kim@customer.test').length, 0);
});
