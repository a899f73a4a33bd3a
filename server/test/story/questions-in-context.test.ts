import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, learn, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
  await learn(stage.world.ada, [
    {
      title: 'Refunds for monthly plans',
      text:
        '# Refunds for monthly plans\n\nMonthly plans are not refunded. A monthly plan can be cancelled at any ' +
        'time and ends with the month that is paid.',
    },
    {
      title: 'Price of monthly plans',
      text: '# Price of monthly plans\n\nA monthly plan costs 9 euros for each member. It is charged on the first day of each month.',
    },
    {
      title: 'Price of annual plans',
      text: '# Price of annual plans\n\nAn annual plan costs 90 euros for each member. It is charged once a year.',
    },
    {
      title: 'Price of a library card',
      text:
        '# Price of a library card\n\nA library card costs 12 euros a year. Children under 16 get it free of charge. ' +
        'Replacing a lost card costs 4 euros.',
    },
    {
      title: 'Temperature of each room',
      text:
        '# Temperature of each room\n\n| Room | Day | Night |\n|---|---|---|\n| Bedroom | 18 °C | 16 °C |\n' +
        '| Living room | 21 °C | 17 °C |\n| Bathroom | 23 °C | 20 °C |',
    },
    {
      title: 'What the display shows',
      text:
        '# What the display shows\n\n## E3\n\nThe pin does not move. ' +
        'Take the valve off and put a drop of oil on it.\n\n## E4\n\nSwitch the boiler off and on.',
    },
    {
      title: 'Passwort zurücksetzen',
      text:
        '# Passwort zurücksetzen\n\nWenn Sie sich nicht anmelden können, setzen Sie Ihr Passwort zurück. Wählen ' +
        'Sie auf der Anmeldeseite **Passwort vergessen** und öffnen Sie den Link in der E-Mail innerhalb von 30 Minuten.',
    },
    {
      title: 'Beschädigte Ware',
      text:
        '# Beschädigte Ware\n\nBeschädigte Ware senden Sie innerhalb von 14 Tagen zurück. Die Rücksendung ist ' +
        'kostenfrei: Das Etikett liegt im Paket. Die Größe des Pakets spielt keine Rolle.',
    },
    {
      title: 'Rechnungen herunterladen',
      text:
        '# Rechnungen herunterladen\n\nÖffnen Sie **Abrechnung → Rechnungen** und wählen Sie *Herunterladen*. Sie ' +
        'bekommen eine ZIP-Datei mit einem PDF für jede Rechnung des Jahres. Nur Inhaber eines Arbeitsbereichs können ' +
        'Rechnungen herunterladen.',
    },
  ]);
});
after(() => stage.close());

/** Sends the customer's message. Returns the decision about it and the desk's last reply. */
async function says(text: string, conversationId?: string): Promise<{ id: string; decision: any; reply: any }> {
  const { events } = stage.chatdesk;
  const event = conversationId ? events.userReplied(conversationId, { text }) : events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const thread = await conversationOf(stage, event.conversationId, ({ messages, last_decision }) => {
    const asked = messages.findLastIndex((each: any) => each.kind === 'customer');
    assert.equal(messages[asked].text, text);
    assert.equal(messages.at(-1).kind, 'ai', JSON.stringify([text, last_decision?.outcome, last_decision?.reason]));
    assert.equal(messages.at(-1).delivery.status, 'sent');
  });
  return { id: event.conversationId, decision: thread.last_decision, reply: thread.messages.at(-1) };
}
const sourceOf = ({ decision }: { decision: any }) => [decision.outcome, decision.answer?.citations[0]?.title];

test('the same short follow-up means refunds after a question about refunds, and prices after one about prices', async () => {
  const refunds = await says('Can I get a refund for my monthly plan?');
  assert.deepEqual(sourceOf(refunds), ['answer', 'Refunds for monthly plans']);
  assert.deepEqual(sourceOf(await says('and for annual plans?', refunds.id)), ['answer', 'Refunds for annual plans']);
  const prices = await says('What is the price of a monthly plan?');
  assert.deepEqual(sourceOf(prices), ['answer', 'Price of monthly plans']);
  assert.deepEqual(sourceOf(await says('and for annual plans?', prices.id)), ['answer', 'Price of annual plans']);
  // A question about another subject in the same conversation is not read with the old one.
  const other = await says('Another thing: how do I export my invoices?', prices.id);
  assert.deepEqual(sourceOf(other), ['answer', 'Export your invoices']);
});

test('a question in German is answered from the German page, with our words in German too', async () => {
  const { decision, reply, id } = await says('Hallo, wie kann ich mein Passwort zurücksetzen?');
  assert.equal(decision.signals.language, 'de');
  assert.deepEqual(sourceOf({ decision }), ['answer', 'Passwort zurücksetzen']);
  assert.match(reply.text, /Quelle: /);
  assert.match(reply.text, /automatischer Assistent/);
  // Too short for detection by itself: the thread gives the language.
  const next = await says('Rechnungen herunterladen?', id);
  assert.equal(next.decision.signals.language, 'de');
  assert.deepEqual(sourceOf(next), ['answer', 'Rechnungen herunterladen']);
});

test('a German question finds other words for the same thing, also without umlauts and ß', async () => {
  const { decision } = await says('hi, wie kann ich was kaputtes zurueckschicken?');
  assert.equal(decision.signals.language, 'de');
  assert.deepEqual(sourceOf({ decision }), ['answer', 'Beschädigte Ware']);
  const other = await says('Welche Groesse darf das Paket bei der Retoure haben?');
  assert.deepEqual(sourceOf(other), ['answer', 'Beschädigte Ware']);
});

test('a code is answered from the section under it, but not what else is asked about it', async () => {
  const meant = await says('What does E3 mean?');
  assert.deepEqual(sourceOf(meant), ['answer', 'What the display shows']);
  assert.match(meant.reply.text, /drop of oil/);
  assert.doesNotMatch(meant.reply.text, /boiler/);
  assert.equal(meant.decision.confidence.band, 'high');
  assert.equal((await says('who pays for E3')).decision.outcome, 'escalate');
});

test('each question of a message is answered from its own article, and people get a message with one that has none', async () => {
  const sourcesOf = ({ decision }: { decision: any }) => [
    decision.outcome,
    ...decision.answer.citations.map(({ title }: any) => title),
  ];
  const both = await says('How do I reset my password? And what is the price of a library card?');
  assert.deepEqual(sourcesOf(both), ['answer', 'Reset your password', 'Price of a library card']);
  assert.match(
    both.reply.text,
    /Reset your password\n[^]*Forgot password[^]*Price of a library card\n[^]*12 euros a year/,
  );
  const joined = await says('Wie kann ich mein Passwort zurücksetzen und wo kann ich Rechnungen herunterladen?');
  assert.deepEqual(sourcesOf(joined), ['answer', 'Passwort zurücksetzen', 'Rechnungen herunterladen']);
  const about = await says('What is the price of a library card? Do children pay for it?');
  assert.deepEqual(sourcesOf(about), ['answer', 'Price of a library card'], 'the same section once');

  assert.equal((await says('How do I reset my password?')).decision.outcome, 'answer');
  const half = await says('How do I reset my password? Do your gardeners trim hedges in Hamburg?');
  assert.deepEqual([half.decision.outcome, half.decision.answer], ['escalate', null]);
  const { note } = half.decision.handover;
  assert.match(
    note,
    /Tried, for each question:\n {2}“How do I reset my password\?”: “Reset your password”; confidence [01]\.\d\d\n/,
  );
  assert.match(note, /\n {2}“Do your gardeners trim hedges in Hamburg\?”: nothing relevant\n/);
  const other = await says('Wie setze ich mein Passwort zurueck? Schneidet ihr in Hamburg auch Hecken?');
  assert.deepEqual([other.decision.outcome, other.decision.answer], ['escalate', null]);
  const many = ['How do I reset my password?', 'What is the price of a library card?', 'How do I export my invoices?'];
  assert.equal((await says(many.join(' '))).decision.outcome, 'answer');
  const more = await says([...many, 'What is the price of a monthly plan?'].join(' '));
  assert.deepEqual([more.decision.outcome, more.decision.reason], ['escalate', 'low_confidence']);
});

test('a reply to our question completes the question of the message that was not clear, and all are answered', async () => {
  const asked = await says('How do I reset my password? What does a plan cost? How do I export my invoices?');
  assert.equal(asked.decision.outcome, 'clarify');
  const { decision } = await says('Price of annual plans', asked.id);
  assert.equal(decision.outcome, 'answer', decision.reason);
  assert.match(decision.answer.text, /Forgot password[^]*90 euros[^]*ZIP file/);
});

test('the question back to a greeting is in its language if we have a text, otherwise in the desk’s', async () => {
  assert.match((await says('Bonjour !')).reply.text, /Pouvez-vous préciser/);
  assert.match((await says('Guten Tag')).reply.text, /etwas genauer/);
  assert.match((await says('hello')).reply.text, /tell me a little more/);
});

test('only our first message says that a machine writes, and a second greeting is not asked the same again', async () => {
  const greeted = await says('hello');
  assert.match(greeted.reply.text, /automated assistant/);
  const answered = await says('How do I reset my password?', greeted.id);
  assert.deepEqual(sourceOf(answered), ['answer', 'Reset your password']);
  assert.doesNotMatch(answered.reply.text, /automated assistant/);
  const handed = await says('Please let me talk to a real person.', greeted.id);
  assert.match(handed.decision.handover.note, /\n {2}Us: Could you tell me a little more/);
  const insistent = await says('hello?', (await says('hello')).id);
  assert.deepEqual(
    [insistent.decision.outcome, insistent.decision.reason],
    ['escalate', 'ambiguous_after_clarification'],
  );
});

test('signs without words get no answer that the question before them ranks', async () => {
  const answered = async () => (await says('How do I reset my password?')).id;
  const decidedOn = async (text: string, id?: string) => {
    const { decision } = await says(text, id);
    return [decision.outcome, decision.reason];
  };
  assert.deepEqual(sourceOf(await says('How do I reset my password?')), ['answer', 'Reset your password']);
  for (const signs of ['???', '...', '🤔', '5']) {
    const id = await answered();
    assert.deepEqual(await decidedOn(signs, id), ['clarify', 'ambiguous'], signs);
    assert.deepEqual(await decidedOn('!!', id), ['escalate', 'ambiguous_after_clarification'], signs);
  }
  assert.deepEqual(await decidedOn('😡 ???', await answered()), ['escalate', 'frustration']);
  assert.deepEqual(await decidedOn('👎🏽', await answered()), ['escalate', 'repeated_loop']);
  assert.deepEqual(await decidedOn('😡😡😡'), ['clarify', 'ambiguous'], 'nothing was said that can anger');
});

test('what the customer has read is not sent again, but the sentence or row that the next question is about', async () => {
  const textOf = ({ reply }: { reply: any }) => reply.text.split(/\n\n(?:Source|Quelle)/)[0];
  const { id, ...whole } = await says('What is the price of a library card?');
  assert.match(textOf(whole), /12 euros a year\. Children [^]+ 4 euros\.$/);
  assert.equal(textOf(await says('and for children?', id)), 'Children under 16 get it free of charge.');
  const { decision } = await says('children?', id);
  assert.deepEqual([decision.outcome, decision.reason], ['escalate', 'repeated_loop']);
  const vague = await says('how?', (await says('What is the price of a library card?')).id);
  assert.deepEqual([vague.decision.outcome, vague.decision.reason], ['escalate', 'repeated_loop']);
  const rows = await says('Which temperature for a living room?');
  assert.match(textOf(rows), /Bedroom: [^]*Living room: /);
  assert.equal(textOf(await says('and the bedroom?', rows.id)), '- Bedroom: Day 18 °C; Night 16 °C');
});

test('a rule that decides "answer" answers no message without words', async () => {
  const { max } = stage.world;
  const rule = { when: { all: [{ field: 'channel', op: 'eq', value: 'chatdesk' }] }, then: { decision: 'answer' } };
  const history = [
    { from: 'customer', text: 'How do I reset my password?' },
    { from: 'us', text: 'Choose Forgot password.' },
  ];
  const simulated = async (message: string) => {
    const overlay = { rules: [{ name: 'Always', ...rule }] };
    return max.posts(
      '/api/knowledge/validation/outcome/simulate',
      { message, channel: 'chatdesk', history, overlay },
      200,
    );
  };
  assert.equal((await simulated('How do I reset it?')).outcome, 'answer');
  const { outcome, reason } = await simulated('???');
  assert.deepEqual([outcome, reason], ['escalate', 'missing_knowledge']);
});

test('a language that is not allowed goes to people, with a notice to the customer in that language', async () => {
  await stage.world.ada.patches('/api/organizations/me/settings', { allowed_languages: ['en'] });
  const german = await says('Wie kann ich mein Passwort zurücksetzen?');
  assert.deepEqual([german.decision.outcome, german.decision.reason], ['escalate', 'language_unsupported']);
  assert.match(german.reply.text, /Danke für Ihre Nachricht/);
  const named = await says('Jürgen Müller aus München here, how do I reset my password?');
  assert.deepEqual([named.decision.signals.language, ...sourceOf(named)], ['en', 'answer', 'Reset your password']);
  await stage.world.ada.patches('/api/organizations/me/settings', {
    allowed_languages: ['en', 'de'],
    handover_message: 'A colleague takes over.',
  });
  const allowed = await says('Wie kann ich mein Passwort zurücksetzen?');
  assert.deepEqual(sourceOf(allowed), ['answer', 'Passwort zurücksetzen']);
  const french = await says('Comment puis-je réinitialiser mon mot de passe ?');
  assert.equal(french.decision.reason, 'language_unsupported');
  assert.equal(french.reply.text, 'A colleague takes over.', 'what the organization wrote stands as it is');
});

test('a question after a settled one is read alone, without the thanks for the last answer', async () => {
  const { events } = stage.chatdesk;
  const deliver = (event: any) => stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const opened = events.userCreated({ text: 'How do I reset my password?', customer: { email: 'thea@customer.test' } });
  await deliver(opened);
  const thread = opened.conversationId;
  await conversationOf(stage, thread, (each) => assert.equal(each.status, 'pending'));
  await deliver(events.userReplied(thread, { text: 'Thanks, that solved it!' }));
  await conversationOf(stage, thread, (each) => assert.equal(each.resolution, 'ai_confirmed'));
  await deliver(events.userReplied(thread, { text: 'Can an annual plan be refunded?' }));
  const again = await conversationOf(stage, thread, (each) => {
    assert.equal(each.episode, 2);
    assert.notEqual(each.last_decision.reason, 'confirmed');
  });
  assert.deepEqual(again.last_decision.message_ids, [
    again.messages.findLast(({ kind }: any) => kind === 'customer').id,
  ]);
  assert.equal(again.last_decision.outcome, 'answer', again.last_decision.reason);
  assert.match(again.last_decision.answer.text, /30 days of purchase/);
});

for (const [who, answers] of [
  ['the AI, said twice', async (_thread: any, opened: any) => thanksFor(opened, 'Thanks, that solved it!')],
  [
    'a person who gave the conversation back',
    async (thread: any) => {
      const { max } = stage.world;
      await max.posts(`/api/conversations/${thread.id}/messages`, {
        kind: 'reply',
        text: 'I have looked: it is done.',
      });
      await max.posts(`/api/conversations/${thread.id}/handover`, { to: 'ai' }, 200);
    },
  ],
] as const)
  test(`thanks for an answer of ${who} resolve the conversation, and the customer gets no notice of a handover`, async () => {
    const opened = stage.chatdesk.events.userCreated({ text: 'How do I reset my password?' });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, opened);
    const asked = await conversationOf(stage, opened.conversationId, (each) => assert.equal(each.status, 'pending'));
    await answers(asked, opened);
    const before = await stage.world.max.gets(`/api/conversations/${asked.id}`);
    const after = await thanksFor(opened, 'Have a nice day!');
    assert.deepEqual([after.owner, after.last_decision.reason], ['ai', 'confirmed']);
    assert.deepEqual(after.handovers, before.handovers);
    assert.equal(after.message_count, before.message_count + 1);
  });

/** Closes the matter with these words. Returns the conversation once it is resolved. */
async function thanksFor({ conversationId }: { conversationId: string }, text: string): Promise<any> {
  const { chatdesk, hooks } = stage;
  await chatdesk.deliver(hooks.chatdesk, chatdesk.events.userReplied(conversationId, { text }));
  return conversationOf(stage, conversationId, ({ messages, status, last_decision: decision }) => {
    assert.equal(messages.findLast(({ kind }: any) => kind === 'customer').text, text);
    assert.notEqual(status, 'open', JSON.stringify([decision.outcome, decision.reason]));
  });
}

test('a question is read in the context of its episode: what was solved before does not belong to it', async () => {
  const { ada, max } = stage.world;
  const { events } = stage.chatdesk;
  const [first, thanks, next] = [
    'Can I get a refund for my monthly plan?',
    'Thanks, that solved it!',
    'and for annual plans?',
  ];
  const read = ({ outcome, reason, confidence }: any) => [outcome, reason, confidence?.value];
  const alone = read((await says(next)).decision);
  const within = read((await says(next, (await says(first)).id)).decision);
  assert.notDeepEqual(within, alone, 'in the same episode, the earlier question counts');

  const solved = async (text: string) => {
    const { id } = await says(text);
    await stage.chatdesk.deliver(stage.hooks.chatdesk, events.userReplied(id, { text: thanks }));
    await conversationOf(stage, id, (each) => assert.equal(each.resolution, 'ai_confirmed'));
    return id;
  };
  const { decision } = await says(next, await solved(first));
  assert.deepEqual(read(decision), alone);
  const simulated = await max.posts(
    '/api/knowledge/validation/outcome/simulate',
    { messages: [first, thanks, next] },
    200,
  );
  assert.deepEqual(read(simulated), alone);
  const drafted = await ada.posts('/api/knowledge/validation/suite/cases', { from_decision_id: decision.id });
  const past = drafted.context.history.map(({ text, past_episode }: any) => [text, past_episode]);
  assert.deepEqual(
    [past[0], past.at(-1)],
    [
      [first, true],
      [thanks, true],
    ],
  );

  const id = await solved('What is the price of a monthly plan?');
  await says(first, id);
  assert.deepEqual(read((await says(next, id)).decision), within, 'the question that began the episode counts');
});
