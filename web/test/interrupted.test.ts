import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { conversationOf, eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, setDesk, signedIn, signIn } from './desk.ts';
import { violations } from './violations.ts';

// What happens in the middle of something a person does: nothing of theirs is lost, sent elsewhere, or called a conflict.

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

const api = () => stage.world.ada;
const form = (page: Page, name: 'Reply' | 'Note') => page.locator('.composer').getByText(name, { exact: true });

/** Holds back what a test has begun until it has done something else; `method` only. */
async function heldBack(page: Page, address: RegExp, method: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

test('a note that is begun while the reply is being sent stays, and the sent reply goes', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${opened[0].id}`);
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('Yes, forty of them.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await form(page, 'Note').click();
  const note = page.getByRole('textbox', { name: 'Note for your team' });
  await note.fill('They may want candles too.');
  await page.getByText('Reply sent').waitFor();
  assert.equal(await note.inputValue(), 'They may want candles too.');
  await form(page, 'Reply').click();
  assert.equal(await page.getByRole('textbox', { name: /^Reply to/ }).inputValue(), '');
});

test('a reply whose answer is lost reaches the customer once, and what was changed meanwhile stays', async () => {
  const { page } = ada;
  const { id, channel_reference: thread } = opened[2];
  await page.goto(`/inbox/${id}`);
  const sent: (string | undefined)[] = [];
  await page.route(/\/messages$/, async (route) => {
    sent.push(route.request().headers()['idempotency-key']);
    if (sent.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const reply = page.getByRole('textbox', { name: /^Reply to/ });
  await reply.fill('Lanterns, too.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).click();
  const retry = page.getByRole('alert').getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  await reply.fill('Lanterns, too, and candles.');
  await retry.click();
  await page.getByText('Reply sent').waitFor();
  assert.equal(await reply.inputValue(), 'Lanterns, too, and candles.');
  assert.equal(sent.length, 2);
  assert.equal(sent[0], sent[1]);
  const bodies = () => stage.chatdesk.repliesTo(thread).filter(({ body }) => body?.includes('Lanterns, too.'));
  await eventually(() => assert.equal(bodies().length, 1));
  const { messages } = await api().gets(`/api/conversations/${id}`);
  assert.equal(messages.filter(({ text }: { text: string }) => text === 'Lanterns, too.').length, 1);
  await reply.fill('');
  await page.unrouteAll({ behavior: 'wait' });
});

test('a file that is added to a note does not go with a reply', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${opened[1].id}`);
  await form(page, 'Note').click();
  const added = page.getByText('margins.txt (');
  await page.locator('.composer input[type=file]').setInputFiles({
    name: 'margins.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('What it costs us.'),
  });
  await added.waitFor();
  await form(page, 'Reply').click();
  await added.waitFor({ state: 'detached' });
  await form(page, 'Note').click();
  await added.waitFor();
});

test('a second tag that is chosen before the first one is saved does not remove it', async () => {
  const { page } = ada;
  for (const name of ['Wedding', 'Urgent']) await api().posts('/api/routing/tags', { name });
  await page.goto(`/inbox/${opened[1].id}`);
  const goOn = await heldBack(page, /\/api\/conversations\/[^/]+$/, 'PATCH');
  await page.getByLabel('Tags', { exact: true }).locator('visible=true').first().click();
  await page.getByRole('option', { name: 'Wedding' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  goOn();
  await eventually(async () => {
    const { tags } = await api().gets(`/api/conversations/${opened[1].id}`);
    assert.deepEqual(tags.map(({ name }: { name: string }) => name).toSorted(), ['Urgent', 'Wedding']);
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('undo takes back its own change, even if another one was made before the answer', async () => {
  const { page } = ada;
  const { id } = opened[3];
  await page.goto(`/inbox/${id}`);
  const goOn = await heldBack(page, /\/api\/conversations\/[^/]+$/, 'PATCH');
  await page.getByLabel('Assignee', { exact: true }).locator('visible=true').first().click();
  await page.getByRole('option', { name: 'Max' }).click();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  goOn();
  const toast = page.getByRole('status').filter({ hasText: 'Assigned to Max' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => {
    const { assignee, status } = await api().gets(`/api/conversations/${id}`);
    assert.deepEqual([assignee, status], [null, 'resolved']);
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a handover that is refused keeps its note, and is made all the same when the person insists', async () => {
  const { page } = ada;
  const { id } = opened[2];
  await api().posts('/api/routing/destinations', { name: 'Rentals', kind: 'queue' });
  await page.goto(`/inbox/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Hand over…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over' });
  await dialog.getByLabel('Destination').locator('visible=true').first().click();
  await page.getByRole('option', { name: 'Rentals' }).click();
  const note = dialog.getByRole('textbox', { name: 'Note for colleagues' });
  await note.fill('Two hundred lanterns in June.');
  const goOn = await heldBack(page, /\/handover$/, 'POST');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await api().patches(`/api/conversations/${id}`, { assignee_id: stage.world.max.userId });
  goOn();
  await page.getByText('Somebody changed this in the meantime').waitFor();
  assert.equal(await note.inputValue(), 'Two hundred lanterns in June.');
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('Handed over to Rentals.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const { handovers } = await api().gets(`/api/conversations/${id}`);
  assert.equal(handovers.at(-1).note, 'Two hundred lanterns in June.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('what a person has made of a draft survives another conversation, and the end of the draft', async () => {
  const { page } = ada;
  await api().patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const event = stage.chatdesk.events.userCreated({ text: 'How can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { id } = await conversationOf(stage, event.conversationId, ({ ai_state: state }) =>
    assert.equal(state, 'awaiting_approval'),
  );
  await page.goto(`/inbox/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const words = page.getByRole('textbox', { name: 'Edit the draft' });
  await words.fill('Dear Robin, this is how.');
  await page.goto(`/inbox/${opened[0].id}`);
  await page.goto(`/inbox/${id}`);
  await words.waitFor();
  assert.equal(await words.inputValue(), 'Dear Robin, this is how.');
  await stage.chatdesk.deliver(
    stage.hooks.chatdesk,
    stage.chatdesk.events.userReplied(event.conversationId, { text: 'And how do I export my invoices?' }),
  );
  await page.getByText('What you had made of it is in the reply field.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: /^Reply to/ }).inputValue(), 'Dear Robin, this is how.');
  await api().patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
});

for (const [trouble, answer] of [
  ['the network fails', null],
  ['the session ends', { status: 401, json: { status: 401, code: 'unauthorized' } }],
] as const) {
  test(`what a person has made of a draft is kept when ${trouble} while it is being sent`, async () => {
    await api().patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
    const { id } = await customerWrites(stage, 'How can I reset my password?', ({ ai_state: state }) =>
      assert.equal(state, 'awaiting_approval'),
    );
    await api().patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
    const { page, context, close } = await signedIn(stage, 'Ada');
    await page.goto(`/inbox/${id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const words = page.getByRole('textbox', { name: 'Edit the draft' });
    await words.fill('Dear Robin, this is how.');
    await page.route(answer ? '**/api/**' : /\/approve$/, async (route) => {
      if (answer) return route.fulfill(answer);
      await context.setOffline(true);
      return route.abort('internetdisconnected');
    });
    await page.getByRole('button', { name: 'Send edited' }).click();
    if (answer) await page.waitForURL(({ pathname }) => pathname === '/login');
    else await page.getByText('You are offline, so this may not have been saved.').waitFor();
    await context.setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    if (answer) await signIn({ page }, 'Ada');
    else await page.reload();
    await words.waitFor({ timeout: 20_000 });
    assert.equal(await words.inputValue(), 'Dear Robin, this is how.');
    await close();
  });
}

test('a change of many conversations leaves the focus and a newer selection alone when it is done', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${opened[0].id}?view=all`);
  const boxes = page.getByRole('checkbox', { name: /^Select/ });
  await boxes.nth(1).click();
  const goOn = await heldBack(page, /\/conversations\/bulk$/, 'POST');
  await page.getByRole('button', { name: 'Take over', exact: true }).first().click();
  await boxes.nth(2).click();
  await page.getByText('2 selected').waitFor();
  const reply = page.getByRole('textbox', { name: /^Reply to/ });
  await reply.click();
  goOn();
  await page.getByText('1 selected').waitFor();
  await page.keyboard.type('Dear t');
  assert.equal(await reply.inputValue(), 'Dear t');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('on a phone, going back from a conversation returns to the place in the queue', async () => {
  const row = await api().gets(`/api/conversations/${opened[0].id}`);
  const { page, close } = await signedIn(stage, 'Max', { width: 390, height: 844 });
  await page.route(/\/api\/conversations\?/, (route) => {
    const items = Array.from({ length: 40 }, (_, at) => {
      const id = at === 20 ? row.id : `${String(at).padStart(8, '0')}${row.id.slice(8)}`;
      return { ...row, id, subject: `Question ${at}` };
    });
    return route.fulfill({ json: { items, next_cursor: null } });
  });
  await page.goto('/inbox');
  const queue = page.getByRole('list', { name: 'Queue' });
  const wanted = queue.getByRole('link', { name: /Question 20/ });
  await queue.evaluate((list) => list.scrollTo(0, 1_600));
  await wanted.click();
  await page.getByRole('log').waitFor();
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await wanted.waitFor();
  await eventually(async () => assert.equal(await queue.evaluate((list) => list.scrollTop), 1_600));
  await close();
});

test('a rule that is moved up twice in a row moves up by two', async () => {
  const { page } = ada;
  const names = ['first', 'second', 'third'];
  for (const name of names)
    await api().posts('/api/routing/rules', {
      name: `The ${name}`,
      when: { all: [{ field: 'message.text', op: 'contains', value: name }] },
      then: { decision: 'escalate' },
    });
  await page.goto('/routing/rules');
  const up = page.getByRole('button', { name: 'Move “The third” up' });
  await up.click();
  await up.click();
  await eventually(async () => {
    const { items } = await api().gets('/api/routing/rules');
    assert.deepEqual(
      items.map(({ name }: { name: string }) => name),
      ['The third', 'The first', 'The second'],
    );
  });
  await page.getByText('“The third” is now rule 1 of 3').waitFor({ state: 'attached' });
  assert.equal(await page.getByRole('dialog').count(), 0, 'nobody else has changed anything');
});

test('a rule whose move is refused is back in its place, and nothing says otherwise', async () => {
  const { page } = ada;
  await page.goto('/routing/rules');
  const first = page.getByRole('main').getByRole('listitem').first();
  const before = await first.getByRole('link').textContent();
  const goOn = Promise.withResolvers<void>();
  await page.route(/\/api\/routing\/rules\//, async (route) => {
    await goOn.promise;
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { status: 500, code: 'internal' },
    });
  });
  await first.getByRole('button', { name: /down$/ }).click();
  const said = page.getByText(/is now rule 2 of/);
  await said.waitFor({ state: 'attached' });
  goOn.resolve();
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
  await said.waitFor({ state: 'detached' });
  await first.getByRole('link', { name: before ?? '' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a rule that a colleague saves meanwhile does not replace what is being typed', async () => {
  const { page } = ada;
  const rule = await api().posts('/api/routing/rules', {
    name: 'Weddings',
    when: { all: [{ field: 'message.text', op: 'contains', value: 'wedding' }] },
    then: { decision: 'escalate' },
  });
  await page.goto(`/routing/rules/${rule.id}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Weddings first');
  await stage.world.wim.patches(`/api/routing/rules/${rule.id}`, { name: 'Wim was here' });
  const newer = page.waitForResponse((answer) => answer.url().endsWith(rule.id) && answer.request().method() === 'GET');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody changed this in the meantime').waitFor();
  const row = page.getByRole('dialog').getByRole('row', { name: /^Name / });
  assert.deepEqual(await row.getByRole('cell').allTextContents(), ['Wim was here', 'Weddings first']);
  await page.keyboard.press('Escape');
  await newer;
  assert.equal(await name.inputValue(), 'Weddings first');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Discard mine' }).click();
  await eventually(async () => assert.equal(await name.inputValue(), 'Wim was here'));
});

test('a person who discards a change of a tag sees the change of a colleague', async () => {
  const { page } = ada;
  const tag = await api().posts('/api/routing/tags', { name: 'venues' });
  await page.goto('/routing/tags');
  await page.getByRole('button', { name: 'venues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tag' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Barns and halls');
  await stage.world.wim.patches(`/api/routing/tags/${tag.id}`, { name: 'places' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const rows = page.getByRole('table', { name: 'What differs' }).getByRole('row');
  await rows.first().waitFor();
  const words = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(words, [
    ['What differs', 'Theirs', 'Yours'],
    ['Name', 'places', 'venues'],
    ['Description', '–', 'Barns and halls'],
  ]);
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Discard mine' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'places' }).click();
  assert.equal(await dialog.getByRole('textbox', { name: 'Description' }).inputValue(), '');
});

test('a switch of a connector does not undo what is being typed beside it, nor conflict with it', async () => {
  const { page } = ada;
  const { id } = await api().posts('/api/connectors', { name: 'Shop', kind: 'http', base_url: 'https://shop.example' });
  await page.goto(`/connectors/${id}`);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Our shop');
  await page.getByRole('switch', { name: 'Switched on' }).click();
  await eventually(async () => assert.equal((await api().gets(`/api/connectors/${id}`)).version, 2));
  await page.getByText('Saved.', { exact: true }).waitFor();
  assert.equal(await name.inputValue(), 'Our shop');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(async () => assert.equal((await api().gets(`/api/connectors/${id}`)).name, 'Our shop'));
});

test('in the playground, a question that is typed during an answer stays, and so do the circumstances', async () => {
  const { page } = ada;
  await page.goto('/validation/playground');
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  const say = page.getByRole('textbox', { name: 'Say something as the customer' });
  await page.getByRole('button', { name: 'Circumstances' }).click();
  await page.getByRole('textbox', { name: 'Language' }).fill('de');
  const goOn = await heldBack(page, /\/messages$/, 'POST');
  await say.fill('How can I reset my password?');
  await say.press('Enter');
  await say.fill('And how long does the link work?');
  goOn();
  await page.getByRole('button', { name: 'Why?' }).waitFor();
  assert.equal(await say.inputValue(), 'And how long does the link work?');
  assert.equal(await page.getByRole('textbox', { name: 'Language' }).inputValue(), 'de');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a click beside a dialog asks before it loses an article', async () => {
  const { page } = ada;
  const { items } = await api().gets('/api/knowledge/collections');
  await page.goto(`/knowledge/${items[0].id}`);
  await page.getByRole('button', { name: 'Write text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Write text' });
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.fill('Lanterns are rented out by the dozen.');
  const asked = page.getByText('Leave without saving?');
  for (const wayOut of [() => page.mouse.click(5, 400), () => page.keyboard.press('Escape')]) {
    // A key that comes within the same moment as the last answer is ignored.
    await eventually(async () => {
      await wayOut();
      await asked.waitFor({ timeout: 3_000 });
    });
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    assert.equal(await text.inputValue(), 'Lanterns are rented out by the dozen.');
  }
  await eventually(async () => {
    await page.keyboard.press('Escape');
    await asked.waitFor({ timeout: 3_000 });
  });
  await page.getByRole('button', { name: 'Leave' }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('when the session ends during a change, the question says why, and another tab can sign in for it', async () => {
  const { page, context, close } = await signedIn(stage, 'Ada');
  const question = page.getByRole('dialog', { name: 'Your session has ended' });
  await page.goto('/settings');
  await page.getByRole('textbox', { name: 'Replies from' }).fill('71');
  await context.clearCookies();
  await page.route('**/api/**', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { status: 401, code: 'unauthorized' },
    }),
  );
  await page.getByRole('button', { name: 'Save' }).last().click();
  await question.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/login');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await signIn({ page }, 'Ada');
  await page.waitForURL(({ pathname }) => pathname === '/settings');

  await page.goto('/routing/rules/new');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Lamps go to Rentals');
  await page.getByRole('combobox', { name: 'Set priority' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await context.clearCookies();
  await page.route('**/api/routing/rules', (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  const create = page.getByRole('button', { name: 'Create' });
  await create.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await create.isDisabled(), true);
  const other = await context.newPage();
  await other.goto('/login');
  await signIn({ page: other }, 'Ada');
  await other.waitForURL(({ pathname }) => pathname !== '/login');
  assert.equal(await name.inputValue(), 'Lamps go to Rentals');
  await create.click();
  await page.waitForURL(({ pathname }) => pathname === '/routing/rules');
  const { items } = await api().gets('/api/routing/rules');
  assert.ok(items.some((rule: { name: string }) => rule.name === 'Lamps go to Rentals'));
  await close();
});

test('a printed conversation has all its messages, and nothing that only works on a screen', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${opened[3].id}`);
  const log = page.getByRole('log');
  await log.waitFor();
  await page.setViewportSize({ width: 1280, height: 420 });
  const cut = () => log.evaluate((element) => element.scrollHeight > element.clientHeight);
  assert.equal(await cut(), true, 'on the screen the thread scrolls');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await cut(), false);
  assert.equal(await page.getByRole('list', { name: 'Queue' }).count(), 0);
  assert.equal(await page.getByRole('textbox').count(), 0);
  await page.emulateMedia({ media: null });
});
