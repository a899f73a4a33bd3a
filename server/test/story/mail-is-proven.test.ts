import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSigner } from '../providers/mail/dkim.ts';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail, type Mail } from '../providers/mail/message.ts';
import { eventually, inboundSecret, setStage, type Stage } from './stage.ts';

// The author of a mail is proven for that mail alone. It proves no other mail, and an unproven sender joins no thread.
let stage: Stage;
let inbox: string;
const noorsServer = startSigner('customer.test');
const mallorysServer = startSigner('mallory.test');

before(async () => {
  stage = await setStage();
  for (const { name, record } of [noorsServer, mallorysServer]) stage.dns.set(name, record);
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

const noor = 'Noor Jansen <noor@customer.test>';
let count = 0;

async function arrives(mail: Partial<Mail>, sign = async (raw: Buffer) => raw, to = inbox) {
  const built = buildMail({ from: noor, to, subject: `Question ${++count}`, text: 'Hello', ...mail });
  const raw = await sign(built.raw);
  const event = rawMailEvent(raw, { from: 'noor@customer.test', to }, { secret: inboundSecret });
  await deliverMail(stage.hooks.email, event);
  return { messageId: built.messageId };
}

/** The conversation that contains these words. */
const conversationWith = (text: string): Promise<any> =>
  eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?limit=200');
    for (const { id } of items) {
      const conversation = await stage.world.ada.gets(`/api/conversations/${id}`);
      if (conversation.messages.some((message: any) => message.kind === 'customer' && message.text === text))
        return conversation;
    }
    assert.fail(`no conversation with ${text}`);
  });

test('a genuine mail does not prove an earlier forged one, in the same or in another conversation', async () => {
  const forged = await arrives({ text: 'Send me the invoices of Noor, please, it is forged.' });
  const before = await conversationWith('Send me the invoices of Noor, please, it is forged.');
  assert.equal(before.customer.verified, false);
  assert.equal(before.messages[0].authenticity, 'unproven');
  await arrives({ text: 'Genuine and elsewhere.' }, noorsServer.sign);
  const genuine = await conversationWith('Genuine and elsewhere.');
  assert.equal(genuine.customer.verified, true);
  assert.equal(genuine.customer.id, before.customer.id, 'it is the same address');
  assert.equal((await conversationWith(before.messages[0].text)).customer.verified, false);
  await arrives(
    { text: 'Genuine, in the thread that was begun by the forger.', inReplyTo: forged.messageId },
    noorsServer.sign,
  );
  const mixed = await conversationWith('Genuine, in the thread that was begun by the forger.');
  assert.equal(mixed.id, before.id);
  if (!mixed.messages.some((message: any) => message.kind === 'ai')) assert.equal(mixed.customer.verified, false);
});

test('an unproven mail removes the verification until it is answered', async () => {
  // Use another address: Noor's may have got an automatic mail within the last ten minutes.
  const nadia = 'Nadia <nadia@customer.test>';
  const first = await arrives({ from: nadia, text: 'I ask for a person, a human agent please.' }, noorsServer.sign);
  const proven = await conversationWith('I ask for a person, a human agent please.');
  assert.equal(proven.customer.verified, true);
  const reply = await eventually(() => {
    const sent = stage.mail.mails.all.findLast((mail: any) => mail.inReplyTo === first.messageId);
    assert.ok(sent);
    return sent;
  });
  await arrives({ from: nadia, text: 'Forged, with an id of the desk.', inReplyTo: reply.messageId });
  const joined = await conversationWith('Forged, with an id of the desk.');
  assert.equal(joined.id, proven.id, 'only who has seen our mail knows its id');
  assert.equal(joined.customer.verified, false);
});

test('an unproven From does not join a thread by ids that others know, and people see the link', async () => {
  const first = await arrives({ text: 'The first word of a thread.' }, noorsServer.sign);
  const thread = await conversationWith('The first word of a thread.');
  await arrives({ text: 'Not proven.', inReplyTo: first.messageId });
  const apart = await conversationWith('Not proven.');
  assert.notEqual(apart.id, thread.id);
  assert.equal(apart.previous_conversation_id, thread.id);
  assert.ok(apart.messages.some((message: any) => message.kind === 'event' && /nothing proves it/.test(message.text)));
  await arrives({ text: 'Proven.', inReplyTo: first.messageId }, noorsServer.sign);
  assert.equal((await conversationWith('Proven.')).id, thread.id);
});

test('a valid signature of a foreign domain proves no sender, in any form of the From', async () => {
  const first = await arrives({ text: 'Whom others want to be.' }, noorsServer.sign);
  const thread = await conversationWith('Whom others want to be.');
  const forms = [
    'noor@customer.test',
    'Noor <noor@customer.test>',
    '"mallory@mallory.test" <noor@customer.test>',
    'noor@customer.test <mallory@mallory.test>',
    'mallory@mallory.test, noor@customer.test',
    'noor@customer.test, mallory@mallory.test',
    'Friends: noor@customer.test, mallory@mallory.test;',
    'noor@customer.test (mallory@mallory.test)',
    '<noor@customer.test> <mallory@mallory.test>',
    'NOOR@CUSTOMER.TEST',
    'noor@customer.test\r\nFrom: mallory@mallory.test',
    'mallory@mallory.test\r\nFrom: noor@customer.test',
    '<noor@customer.test>mallory <mallory@mallory.test>',
    'noor@customer.test;mallory@mallory.test',
    'mallory@mallory.test;noor@customer.test',
    'noor@customer.test <mallory@mallory.test> <noor@customer.test>',
    '<@mallory.test:noor@customer.test>',
    '=?utf-8?q?noor=40customer.test?= <mallory@mallory.test>',
    '"noor@customer.test\r\n " <mallory@mallory.test>',
    'noor@customer.test.',
    '\u202enoor@customer.test',
    'noor@customer.test\u0000@mallory.test',
    'mallory@mallory.test\r\nSender: noor@customer.test\r\nReply-To: noor@customer.test',
    'mallory@mallory.test\r\nResent-From: noor@customer.test',
  ];
  for (const [index, from] of forms.entries()) {
    const text = `Odd form ${index} of a sender.`;
    const raw = buildMail({ from: 'x@mallory.test', to: inbox, subject: 'Odd', text, inReplyTo: first.messageId }).raw;
    const odd = Buffer.from(raw.toString().replace('From: x@mallory.test', `From: ${from}`));
    const event = rawMailEvent(
      await mallorysServer.sign(odd),
      { from: 'mallory@mallory.test', to: inbox },
      { secret: inboundSecret },
    );
    await deliverMail(stage.hooks.email, event);
    const conversation = await conversationWith(text);
    assert.notEqual(conversation.id, thread.id, from);
    const message = conversation.messages.find((each: any) => each.text === text);
    if (conversation.customer.email === 'noor@customer.test') assert.notEqual(message.authenticity, 'proven', from);
  }
});

/** The conversation with these words, once it is tagged and has a destination. */
const placedWith = (text: string): Promise<any> =>
  eventually(async () => {
    const conversation = await conversationWith(text);
    assert.ok(conversation.handovers.at(-1)?.decision_id, 'nobody has read it yet');
    return conversation;
  });

test('the reason why people have a mail is the same in the handover, in its record and in the note', async () => {
  const isSaid = async ({ handovers, last_decision }: any, reason: string, why: string) => {
    const { note, decision_id, ...handover } = handovers.at(-1);
    assert.deepEqual([handover.reason, decision_id], [reason, last_decision.id]);
    assert.deepEqual([last_decision.outcome, last_decision.reason], ['escalate', reason]);
    assert.ok(note.includes(`Why you have it: ${why}`), note);
    const replayed = await stage.world.max.posts(`/api/decisions/${decision_id}/replay`, { against: 'recorded' }, 200);
    assert.equal(replayed.same, true);
  };
  const marked = 'How do I reset my password? My program says that nobody shall answer.';
  await arrives({ from: 'pia@customer.test', text: marked, headers: { 'X-Auto-Response-Suppress': 'OOF, AutoReply' } });
  await isSaid(await placedWith(marked), 'automated_loop', 'It may be an automatic message');

  const { messageId } = await arrives({ from: 'ola@customer.test', text: 'How do I reset my password?' });
  const answer = await eventually(() => {
    const sent = stage.mail.mails.all.findLast((mail: any) => mail.inReplyTo === messageId);
    assert.ok(sent, 'no answer yet');
    return sent;
  });
  const joined = 'I write from the address of another company.';
  const threadAddress = /^Reply-To:\s*<?([^>\s]+)/im.exec(String(answer.raw))?.[1];
  await arrives({ from: 'otto@elsewhere.test', text: joined }, undefined, threadAddress);
  await isSaid(await placedWith(joined), 'other_participant', 'Somebody else joined');
});

test('a mail whose subject is that of an automatic reply goes to people, in other languages, too', async () => {
  for (const subject of ['Automatyczna odpowiedź: Faktura', 'Frånvaro: Anna Berg', '自動返信: お問い合わせ']) {
    const text = `How do I reset my password? This is about ${subject}.`;
    await arrives({ from: `pia${++count}@customer.test`, subject, text });
    const { handovers } = await placedWith(text);
    assert.equal(handovers.at(-1).reason, 'automated_loop', subject);
  }
});

test('a mail about an absence, or a reply to our automatic reply, is answered', async () => {
  for (const subject of ['Question about absence of parts', 'Re: Automatic reply: password', 'Out of office chairs?']) {
    const { messageId } = await arrives({
      subject,
      from: `max${++count}@customer.test`,
      text: 'How do I reset my password?',
    });
    await eventually(() =>
      assert.ok(
        stage.mail.mails.all.some((mail: any) => mail.inReplyTo === messageId),
        subject,
      ),
    );
  }
});
