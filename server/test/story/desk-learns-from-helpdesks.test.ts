import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const decided = (each: any) => assert.ok(each.last_decision);
const wentToPeople = (each: any) => {
  assert.match(each.last_decision?.reason, /missing_knowledge|low_confidence/);
  assert.equal(each.handovers[0]?.delivery, 'delivered');
};
const suggestedFor = async (conversation: any): Promise<any[]> =>
  (await stage.world.max.gets('/api/knowledge/questions?state=suggested')).items.filter(
    (each: any) => each.conversation_id === conversation.id,
  );
const suggestionFor = (conversation: any): Promise<any> =>
  eventually(async () => {
    const [suggestion, ...more] = await suggestedFor(conversation);
    assert.ok(suggestion);
    assert.deepEqual(more, []);
    return suggestion;
  });
const accepts = ({ id, document }: any) =>
  stage.world.wim.patches(`/api/knowledge/documents/${document.id}/questions/${id}`, { state: 'accepted' });

async function asksInChat(text: string, check = decided): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId, check);
}
async function repliesInChat(conversation: any, text: string): Promise<void> {
  const { chatdesk, hooks } = stage;
  const event = chatdesk.events.adminReplied(conversation.channel_reference, { text });
  await chatdesk.deliver(hooks.chatdesk, event);
}

test('a colleague’s answer from a document in the chat helpdesk teaches a question, which answers customers after review', async () => {
  const opened = await asksInChat(
    'Hi there!\n\nCould I get a do-over for the moolah from the yearly thing?',
    wentToPeople,
  );
  await repliesInChat(opened, 'Hi Robin, let me have a look at that for you.');
  await repliesInChat(
    opened,
    'Hi Robin, thanks for your patience, and sorry for the trouble. I had a look at your account and you bought the ' +
      'plan on 3 March. Annual plans can be refunded within 30 days of purchase, so you are still eligible. I have ' +
      'started it for you. The refund arrives on your original payment method within 5 to 7 working days. Let me ' +
      'know if there is anything else I can do!\n\nBest regards,\nLena',
  );
  const suggestion = await suggestionFor(opened);
  assert.deepEqual(
    [suggestion.text, suggestion.document.title, suggestion.origin],
    ['Could I get a do-over for the moolah from the yearly thing?', 'Refunds for annual plans', 'conversation'],
  );
  const inLikeWords = 'Can I get a do-over for the moolah of my yearly thing?';
  assert.equal((await asksInChat(inLikeWords)).owner, 'human');
  await accepts(suggestion);
  const { last_decision: decision, messages } = await asksInChat(inLikeWords);
  assert.equal(decision.outcome, 'answer');
  const answer = messages.find((each: any) => each.kind === 'ai');
  assert.equal(answer.citations[0].document_id, suggestion.document.id);
  assert.match(answer.text, /30 days/);
});

async function opensTicket(subject: string, text: string, check = decided): Promise<any> {
  const event = stage.ticketdesk.events.ticketOpened({ subject, text });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  return conversationOf(stage, event.ticketId, check);
}
async function commentsOn(
  conversation: any,
  comment: { text: string; public?: boolean; form?: 'event' },
): Promise<void> {
  const { ticketdesk, hooks } = stage;
  await ticketdesk.deliver(
    hooks.ticketdesk,
    ticketdesk.events.agentCommented(Number(conversation.channel_reference), comment),
  );
}

const fromAnother =
  'Annual plans can be refunded within 30 days of purchase. Refunds arrive on the original payment method within 5 to 7 working days.';
const fromTheArticle =
  'Hello Robin,\n\nplease open Billing, then Invoices, and choose Export. You get a ZIP file with one PDF for each ' +
  'invoice of the chosen year. Only owners and accountants of a workspace can export invoices.\n\nKind regards\nLena from Support';

for (const form of ['trigger', 'event'] as const) {
  test(`so does their answer on a ticket, in the ${form} form, and an internal comment teaches nothing`, async () => {
    const question = {
      trigger: 'How would our number cruncher lay hands on twelve months of paperwork?',
      event: 'Does our tax whisperer scoop the paper trail in a single swoop?',
    }[form];
    const options = form === 'event' ? { form } : {};
    const opened = await opensTicket('Hello', question, wentToPeople);
    // If this counted as an answer, the question would be suggested for another document.
    await commentsOn(opened, { text: fromAnother, public: false, ...options });
    await commentsOn(opened, { text: 'Hello Robin, thank you for your patience, I am looking into it.', ...options });
    const replied = await conversationOf(stage, opened.channel_reference, (each) =>
      assert.equal(each.messages.filter((message: any) => message.kind === 'human').length, 1),
    );
    assert.deepEqual([replied.owner, replied.status], ['human', 'pending']);
    await commentsOn(opened, { text: fromTheArticle, ...options });
    const suggestion = await suggestionFor(opened);
    assert.deepEqual([suggestion.text, suggestion.document.title], [question, 'Export your invoices']);
    await accepts(suggestion);
    const next = await opensTicket('Hello', question.replace('our', 'my'));
    assert.equal(next.last_decision.outcome, 'answer');
    assert.equal(next.last_decision.answer.citations[0].document_id, suggestion.document.id);
  });
}

test('a person who first takes the conversation over in the helpdesk also teaches', async () => {
  const { chatdesk, hooks } = stage;
  const opened = await asksInChat('My noggin let the secret syllables slip, any rescue?', wentToPeople);
  await chatdesk.deliver(
    hooks.chatdesk,
    chatdesk.events.adminAssigned(opened.channel_reference, { type: 'admin', id: '4242' }),
  );
  await repliesInChat(
    opened,
    'No worries! Open the sign-in page and choose Forgot password, enter the e-mail address of your account, then ' +
      'open the link in the mail within 30 minutes and choose a new password. The link works once.',
  );
  assert.equal((await suggestionFor(opened)).document.title, 'Reset your password');
});

test('a reply that only mentions a document, or uses another one as much, suggests nothing', async () => {
  const inPassing = await asksInChat('Whose dog barks in the hold music of yours?', wentToPeople);
  await repliesInChat(
    inPassing,
    'That is Barnaby, the beagle of our colleague Tom, who recorded the tune in his kitchen on a rainy Sunday in ' +
      'autumn. The neighbours complained, the beagle howled along, and everybody at the office fell in love with him ' +
      'at once. A calmer recording with a harpsichord is being mixed in the studio. By the way, refunds arrive on ' +
      'the original payment method within 5 to 7 working days.',
  );
  const ofTwo = await asksInChat('Any simoleons or hush syllables for little me?', wentToPeople);
  await repliesInChat(
    ofTwo,
    'Annual plans can be refunded within 30 days of purchase, and refunds arrive on the original payment method ' +
      'within 5 to 7 working days. Open the sign-in page and choose Forgot password, enter the e-mail address of your ' +
      'account, open the link in the mail within 30 minutes and choose a new password.',
  );
  // Replies are processed in order, so after this suggestion the earlier replies have been processed.
  const last = await asksInChat('Will a few bucks ever come round again?', wentToPeople);
  await repliesInChat(last, fromAnother);
  await suggestionFor(last);
  assert.deepEqual([await suggestedFor(inPassing), await suggestedFor(ofTwo)], [[], []]);
});
