import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, escalated, setDesk, signedIn, stopTime } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let ada: Browser;
const opened: any[] = [];
before(async () => {
  stage = await setDesk();
  for (const thing of ['teapots', 'candles', 'lanterns', 'mirrors'])
    opened.push(await customerWrites(stage, `Do you rent out ${thing} for weddings?`, escalated));
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const rows = () => ada.page.locator('[data-row]');
const views = () => ada.page.getByRole('radiogroup', { name: 'Whose conversations' });
const focused = () => ada.page.locator(':focus');

test('people pass a conversation on to another destination with a note, which the thread shows', async () => {
  const { page } = ada;
  await stage.world.ada.posts('/api/routing/destinations', { name: 'Rentals', kind: 'queue' });
  await page.goto(`/inbox/${opened[0].id}`);
  const more = page.getByRole('button', { name: 'More actions' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Hand over…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over' });
  const destination = dialog
    .getByRole('combobox', { name: 'Destination' })
    .or(dialog.getByRole('textbox', { name: 'Destination' }))
    .first();
  await destination.and(focused()).waitFor();
  await dialog.getByText('People have it already.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Hand over' }).isDisabled(), true);
  await destination.click();
  await page.getByRole('option', { name: 'Rentals' }).click();
  await dialog.getByRole('textbox', { name: 'Note for colleagues' }).fill('Forty teapots in June.');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await page.getByText('Handed over to Rentals.').waitFor();
  assert.equal(await focused().getAttribute('aria-label'), 'More actions');
  const card = page.getByRole('log').getByRole('article').filter({ hasText: 'Handed over to Rentals' });
  await card.getByText('Note for colleagues').click();
  await card.getByText('Forty teapots in June.').waitFor();
});

test('a toast does not cover the buttons that send, on a phone neither', async () => {
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;
  await page.clock.install();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/inbox/${opened[0].id}`);
    await page.getByRole('textbox', { name: /^Reply to/ }).fill(`At ${width} pixels.`);
    // The five seconds in which it can be sent now do not pass.
    await stopTime(browser);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.clock.resume();
    const told = page.getByRole('status').filter({ hasText: 'Reply sent' });
    // It stays while the pointer rests on it.
    await told.hover();
    const toast = await told.boundingBox();
    const send = await page.getByRole('button', { name: /^Send to/ }).boundingBox();
    assert.ok(send && toast);
    const apart = toast.y + toast.height <= send.y || toast.x + toast.width <= send.x;
    assert.equal(apart, true, JSON.stringify({ width, send, toast }));
  }
  await browser.close();
});

test('a search that finds nothing in one view offers all conversations', async () => {
  const { page } = ada;
  await page.goto('/inbox?view=ai');
  await page.getByRole('searchbox', { name: 'Search the conversations' }).fill('lanterns');
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('button', { name: 'Look in all conversations' }).click();
  await rows().filter({ hasText: 'lanterns' }).waitFor();
});

test('Shift selects a range; a selection that is not shown is not acted on; afterwards the queue has the focus', async () => {
  const { page } = ada;
  await page.goto('/inbox?view=all&sort=waiting_since');
  const box = (thing: string) =>
    page
      .locator('.queue-row')
      .filter({ hasText: thing })
      .getByRole('checkbox', { name: /^Select/ });
  await box('candles').click();
  await box('mirrors').click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  await views().getByText('Closed').click();
  await page.getByText('Nothing closed yet').waitFor();
  assert.equal(await page.getByText(/\d selected/).count(), 0);
  await views().getByText('All', { exact: true }).click();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByText('3 conversations taken over').waitFor();
  const { assignee } = await stage.world.ada.gets(`/api/conversations/${opened[2].id}`);
  assert.equal(assignee.name, 'Ada');
  await eventually(async () => assert.equal(await focused().getAttribute('aria-label'), 'Queue'));
});

test('every view names how many conversations it has, those of work that is done too', async () => {
  const { page } = ada;
  await page.goto('/inbox');
  const { ai, waiting, every, resolved } = (await stage.world.ada.gets('/api/conversations/counts')).views;
  assert.equal(every, opened.length);
  const shown = async () => (await views().getByRole('radio').count()) && (await views().innerText()).split(/\n+/);
  const wanted = ['Needs human', `${waiting}`, 'AI', `${ai}`, 'All', `${every}`, 'Closed', `${resolved}`];
  await eventually(async () => assert.deepEqual(await shown(), wanted));
  assert.deepEqual(await violations(page), []);
});

test('the exact time is there for the keyboard: where the focus rests, and everywhere after E', async () => {
  const { page } = ada;
  await page.goto('/inbox?view=all');
  await rows().first().waitFor();
  await page.keyboard.press('j');
  const year = String(new Date().getFullYear());
  await page.getByRole('tooltip').getByText(year).waitFor();
  const time = rows().first().locator('time');
  assert.match((await time.textContent()) ?? '', /ago|now/);
  await page.keyboard.press('e');
  await eventually(async () => assert.match((await time.textContent()) ?? '', /^\d{1,2}:\d\d/));
  await focused().blur();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('e');
  await eventually(async () => assert.match((await time.textContent()) ?? '', /ago|now/));
});

test('who takes a conversation over has it, at once; who hands it back no longer does', async () => {
  const { page } = ada;
  const { id } = await customerWrites(
    stage,
    'hi, i forgot my password and cannot sign in. how do i reset it?',
    answered,
  );
  await page.goto(`/inbox/${id}?view=all`);
  const assignee = page
    .locator('.assignment')
    .getByRole('combobox', { name: 'Assignee' })
    .or(page.locator('.assignment').getByRole('textbox', { name: 'Assignee' }))
    .first();
  await assignee.waitFor();
  assert.equal(await assignee.inputValue(), '');
  await page.getByRole('button', { name: 'Take over', exact: true }).click();
  await page.getByText('You have taken over. The AI is silent.').first().waitFor();
  await eventually(async () => assert.equal(await assignee.inputValue(), 'Ada'));
  const held = await stage.world.ada.gets(`/api/conversations/${id}`);
  assert.deepEqual([held.owner, held.assignee.name], ['human', 'Ada']);
  await page.getByRole('button', { name: 'Hand back to AI' }).click();
  await page.getByText('Handed back to the AI.', { exact: true }).first().waitFor();
  assert.equal((await stage.world.ada.gets(`/api/conversations/${id}`)).assignee, null);
  await eventually(async () => assert.equal(await assignee.inputValue(), ''));
});

test('the filters name the status and the order that apply', async () => {
  const { page } = ada;
  const applies = async (label: string) =>
    page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label }))
      .first()
      .getAttribute('placeholder');
  for (const [view, status, order] of [
    ['human', 'Open', 'Longest waiting first'],
    ['all', 'Any', 'Last changed first'],
  ] as const) {
    await page.goto(`/inbox?view=${view}`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByText('Order').waitFor();
    assert.deepEqual([await applies('Status'), await applies('Order')], [status, order]);
  }
});

test('on a phone the field of one tag is as high as the field of the assignee', async () => {
  const { page } = ada;
  const { ada: api } = stage.world;
  const tag = await api.posts('/api/routing/tags', { name: 'Weddings and other large parties' });
  await api.patches(`/api/conversations/${opened[0].id}`, { tag_ids: [tag.id] });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/inbox/${opened[0].id}`);
  await page.locator('.assignment').getByText('Weddings and other large parties').waitFor();
  const heights = await page
    .locator('.assignment .mantine-Input-input')
    .evaluateAll((fields) => fields.map((field: any) => field.getBoundingClientRect().height as number));
  assert.equal(heights.length, 2);
  assert.ok(Math.abs((heights[0] ?? 0) - (heights[1] ?? 0)) <= 1, heights.join(' and '));
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('after a conversation is resolved, J opens the one that followed it', async () => {
  const { page } = ada;
  await page.goto('/inbox');
  await rows().filter({ hasText: 'lanterns' }).click();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  await rows().filter({ hasText: 'lanterns' }).waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await page.waitForURL(`**/inbox/${opened[3].id}`);
});

test('several resolved conversations get their former status back', async () => {
  const { page } = ada;
  const { ada: api } = stage.world;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await api.patches(`/api/conversations/${opened[1].id}`, { status: 'snoozed', snoozed_until: until });
  await page.goto('/inbox?view=all&sort=waiting_since');
  for (const thing of ['candles', 'mirrors'])
    await page.locator('.queue-row').filter({ hasText: thing }).getByRole('checkbox').click();
  const both = () => Promise.all([1, 3].map((at) => api.gets(`/api/conversations/${opened[at].id}`)));
  const statuses = async () => (await both()).map(({ status }) => status);
  const isWaiting = async () => (await both()).every(({ waiting_since: since }) => since !== null);
  assert.equal(await isWaiting(), true);
  await page.locator('.queue-selection').getByRole('button', { name: 'Resolve' }).click();
  const toast = page.getByRole('status').filter({ hasText: '2 conversations resolved' });
  // While the pointer rests on it, the toast stays: on a busy machine it had closed before Undo was reached.
  await toast.hover();
  assert.deepEqual(await statuses(), ['resolved', 'resolved']);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => assert.deepEqual(await statuses(), ['snoozed', 'open']));
  // Their customers are still waiting, so they do not fall to the end of the queue.
  assert.equal(await isWaiting(), true);
  await api.patches(`/api/conversations/${opened[1].id}`, { status: 'open' });
});

test('the newest of many messages is shown at once, so that Undo is there for what was just done', async () => {
  const { page } = ada;
  const { ada: api } = stage.world;
  const things = ['chairs', 'plates', 'flags', 'bells'];
  const asked: any[] = [];
  for (const thing of things) asked.push(await customerWrites(stage, `Do you rent out ${thing}?`, escalated));
  await page.goto('/inbox?view=all&sort=-updated_at');
  for (const thing of things) {
    const row = page.locator('.queue-row').filter({ hasText: thing });
    await row.getByRole('checkbox').click();
    await page.locator('.queue-selection').getByRole('button', { name: 'Resolve' }).click();
    await row.and(page.locator('[data-waits=false][data-selected=false]')).waitFor();
  }
  await page.getByRole('button', { name: 'Undo' }).last().click();
  const status = async (at: number) => (await api.gets(`/api/conversations/${asked[at].id}`)).status;
  await eventually(async () => assert.equal(await status(3), 'open'));
  assert.equal(await status(2), 'resolved');
  await api.patches(`/api/conversations/${asked[3].id}`, { status: 'resolved' });
});

test('the decision names the value of the condition that failed', async () => {
  const { page } = ada;
  const { ada: api } = stage.world;
  const tag = await api.posts('/api/routing/tags', { name: 'VIP' });
  const then = { decision: 'escalate' };
  const legal = [{ field: 'message.text', op: 'contains', value: 'lawyer' }];
  const vip = [{ field: 'tag', op: 'in', value: [tag.id] }];
  const rules = [
    await api.posts('/api/routing/rules', { name: 'Legal threats', when: { all: legal }, then }),
    await api.posts('/api/routing/rules', { name: 'Important guests', when: { all: vip }, then }),
  ];
  const asked = await customerWrites(stage, 'Do you rent out tents for weddings?', escalated);
  await page.goto(`/inbox/${asked.id}`);
  await page.getByText('Legal threats: not matched · failed at: Message text contains “lawyer”').waitFor();
  await page.getByText(/Important guests: not matched · failed at: Tag .*“VIP”/).waitFor();
  for (const { id } of rules) await api.deletes(`/api/routing/rules/${id}`);
});

test('a draft is announced above the queue of people, and counted in the navigation', async () => {
  const { page } = ada;
  await stage.world.ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const question = 'hi, i forgot my password and cannot sign in. how do i reset it?';
  await customerWrites(stage, question, (each) => assert.equal(each.ai_state, 'awaiting_approval'));
  await page.goto('/inbox');
  const { views: counts } = await stage.world.ada.gets('/api/conversations/counts');
  await page.getByText(`${counts.waiting + 1} conversations wait for people`).waitFor({ state: 'attached' });
  await page.getByRole('button', { name: '1 draft waits for approval' }).click();
  await rows().filter({ hasText: question }).click();
  const draft = page.getByRole('article', { name: 'Draft of the AI' });
  await draft.getByRole('button', { name: 'Edit' }).click();
  assert.equal(await focused().getAttribute('aria-label'), 'Edit the draft');
  await draft.getByRole('button', { name: 'Send edited' }).click();
  await page.getByText('Sent to the customer').waitFor();
  await eventually(async () => assert.equal(await focused().getAttribute('aria-label'), 'Messages'));
  assert.deepEqual(ada.complaints(), []);
});

test('Escape leaves the reply with its words, and the keys are those of the conversation again', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${opened[1].id}?view=all`);
  await page.getByRole('log').waitFor();
  await page.keyboard.press('r');
  const reply = page.getByRole('textbox', { name: /^Reply to/ });
  await reply.and(focused()).waitFor();
  await page.keyboard.type('Yes, in ivory.');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).and(focused()).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note for your team' }).and(focused()).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  assert.equal(await reply.inputValue(), 'Yes, in ivory.');
  await reply.fill('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.and(focused()).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).and(focused()).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(({ pathname }) => pathname === '/inbox');
});

test('every action of a conversation is in the palette', async () => {
  const { page } = ada;
  const { id } = opened[1];
  const runs = async (name: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  };
  const becomes = (status: string) =>
    eventually(async () => assert.equal((await stage.world.ada.gets(`/api/conversations/${id}`)).status, status));
  await page.goto(`/inbox/${id}?view=all`);
  await page.getByRole('log').waitFor();
  await runs('Hand over…');
  await page.getByRole('dialog', { name: 'Hand over' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const changing = /\/api\/conversations\/[^/?]+$/;
  await page.route(changing, (route) => (route.request().method() === 'PATCH' ? undefined : route.fallback()));
  await runs('Snooze: For an hour');
  // The header shows the time before the server has answered.
  await page.getByText(/snoozed until (.+ )?\d{1,2}:\d\d/).waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.getByRole('log').waitFor();
  await runs('Snooze: For an hour');
  await becomes('snoozed');
  await runs('Reopen');
  await becomes('open');
  await runs('Mark as spam');
  await becomes('spam');
  await runs('Reopen');
  await becomes('open');
  await runs('Resolve');
  await becomes('resolved');
});

test('a reply that did not arrive says why, and is sent again on request', async () => {
  const { page } = ada;
  const { id, channel_reference: reference } = await customerWrites(stage, 'Do you rent out vases?', escalated);
  await page.goto(`/inbox/${id}`);
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('We do, from June on.');
  stage.chatdesk.failNext({ kind: 'answer', status: 403, body: {} }, { on: 'POST /conversations/:id/reply' });
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).click();
  const reply = page.getByRole('article', { name: 'Team' }).filter({ hasText: 'We do, from June on.' });
  await reply.getByText(/^Not delivered after 1 attempt: ./).waitFor();
  const again = reply.getByRole('button', { name: 'Retry' });
  assert.deepEqual(await violations(page, { within: '.thread-log' }), []);
  const repliesBefore = stage.chatdesk.repliesTo(reference).length;
  await again.click();
  await reply.getByRole('img', { name: 'Delivered' }).waitFor();
  await again.waitFor({ state: 'detached' });
  assert.equal(stage.chatdesk.repliesTo(reference).length, repliesBefore + 1);
});
