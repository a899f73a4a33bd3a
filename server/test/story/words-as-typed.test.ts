import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, learn, setStage, type Stage } from './stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const typed = '#12 is paid.\nPress <Enter> & wait 2*3*4 minutes.\n\n1) Then\n1) this:\n\n    indented';
const asHtml =
  '<p>#12 is paid.<br>Press &lt;Enter&gt; &amp; wait 2*3*4 minutes.</p><p>1) Then<br>1) this:</p><p>    indented</p>';

test('a person’s text reaches the customer as typed', async () => {
  const { reference, id } = await opened('I would like to talk to somebody.', (each) =>
    assert.equal(each.owner, 'human'),
  );
  const sent = await stage.world.max.posts(`/api/conversations/${id}/messages`, { kind: 'reply', text: typed });
  assert.deepEqual([sent.text, sent.html], [typed, undefined]);
  await conversationOf(stage, reference, (each) =>
    assert.equal(each.messages.find((one: any) => one.id === sent.id).delivery.status, 'sent'),
  );
  assert.equal(shownAtVendor(reference), asHtml);
});

test('an approved draft is sent as shown, and an edited one as typed', async () => {
  const { ada, max } = stage.world;
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const asked = () =>
    opened('How can I reset my password?', (each) => assert.equal(each.ai_state, 'awaiting_approval'));
  for (const text of [undefined, typed]) {
    const { reference, id, messages } = await asked();
    const draft = messages.find((each: any) => each.kind === 'draft');
    assert.match(draft.text, /choose Forgot password/);
    const sent = await max.posts(`/api/conversations/${id}/drafts/${draft.id}/approve`, text ? { text } : {}, 200);
    assert.deepEqual([sent.text, sent.html], text ? [typed, undefined] : [draft.text, draft.html]);
    await conversationOf(stage, reference, (each) =>
      assert.equal(each.messages.find((one: any) => one.id === sent.id).delivery?.status, 'sent'),
    );
    const shown = shownAtVendor(reference);
    if (text) assert.equal(shown, asHtml);
    else assert.match(shown, /<li>Open the sign-in page and choose <strong>Forgot password<\/strong>/);
  }
  await ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
});

test('text that only resembles HTML stays in an answer, and HTML does not', async () => {
  await learn(stage.world.ada, [
    {
      title: 'Calibrate the altimeter',
      text:
        '# Calibrate the altimeter\n\nTo calibrate the altimeter, hold <Enter> for a while <img ' +
        'src="https://evil.test/x.png" onerror="alert(1)">and type <order-number>.<br>It <u>beeps</u> twice.',
    },
  ]);
  const { reference } = await opened('How do I calibrate the altimeter?', (each) =>
    assert.equal(each.messages.at(-1).delivery?.status, 'sent'),
  );
  const shown = shownAtVendor(reference);
  assert.match(shown, /hold &#x3C;Enter> for a while and type &#x3C;order-number>\.<br>\s*It beeps twice\./);
  const { messages } = await conversationOf(stage, reference);
  assert.match(messages.at(-1).text, /hold <Enter> for a while and type <order-number>\.\nIt beeps twice\./);
});

async function opened(text: string, check: (conversation: any) => void) {
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'Question', text });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const conversation = await conversationOf(stage, event.ticketId, check);
  return { ...conversation, reference: event.ticketId };
}

const shownAtVendor = (ticketId: number): string =>
  (stage.ticketdesk.repliesTo(ticketId).at(-1)?.html_body ?? '').replace(/^<div[^>]*>|<\/div>$/g, '');
