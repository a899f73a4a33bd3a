import assert from 'node:assert/strict';
import type { Route } from 'playwright-core';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, setDesk, signedIn, stopTime } from './desk.ts';

let stage: Stage;
let ada: Browser;
let conversation: any;
before(async () => {
  stage = await setDesk();
  conversation = await customerWrites(stage, 'Do you sell gift cards to companies?', escalated);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const replies = () => stage.chatdesk.repliesTo(conversation.channel_reference).map(({ body }) => body ?? '');
const field = () => ada.page.getByRole('textbox', { name: /^Reply to/ });
const said = (words: string) => replies().some((each) => each.includes(words));

test('a reply can be taken back for five seconds, and its text becomes a draft again', async () => {
  const { page } = ada;
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/messages') && sent.push(request.url()));
  await page.clock.install();
  await page.goto(`/inbox/${conversation.id}`);
  await field().fill('Yes, from ten cards on.');
  await stopTime(ada);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Sends in five seconds').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /^Send to/ }).waitFor();
  assert.equal(await field().inputValue(), 'Yes, from ten cards on.');
  await page.clock.fastForward(6_000);
  await page.clock.resume();
  await page.getByText('Draft saved').waitFor();
  assert.deepEqual(sent, [], 'what was taken back is never sent');
});

test('a reply is sent after five seconds, even if another conversation is open by then, and its draft is removed', async () => {
  const { page } = ada;
  await field().fill('Yes, from twenty cards on.');
  await page.getByRole('button', { name: /^Send to/ }).click();
  await page.getByRole('link', { name: 'Knowledge' }).click();
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
  await eventually(() => assert.ok(said('twenty cards')));
  await page.goBack();
  await page.getByRole('log').getByText('from twenty cards on').waitFor();
  assert.equal(await field().inputValue(), '');
});

test('a note that is begun before a reply is sent stays, and the text of the reply does not come back', async () => {
  const { page } = ada;
  await field().fill('Yes, for forty cards as well.');
  await page.keyboard.press('Control+Enter');
  const form = page.getByRole('radiogroup', { name: 'What you write' });
  await form.getByText('Note').click();
  const note = page.getByRole('textbox', { name: 'Note for your team' });
  await note.fill('Ask the warehouse for more.');
  await page.getByRole('log').getByText('for forty cards').waitFor();
  assert.equal(await note.inputValue(), 'Ask the warehouse for more.');
  await note.fill('');
  await form.getByText('Reply').click();
  assert.equal(await field().inputValue(), '');
});

test('a reply can be sent without the delay', async () => {
  const { page } = ada;
  await field().fill('And thirty for schools.');
  await stopTime(ada);
  await page.keyboard.press('Control+Enter');
  const sent = page.waitForRequest((request) => request.url().endsWith('/messages'));
  await page.getByRole('button', { name: 'Send now' }).click();
  await sent;
  await page.clock.resume();
  // The notice of the reply before may still be there.
  await page.getByText('Reply sent').last().waitFor();
  await eventually(() => assert.ok(said('thirty for schools')));
});

test('assigning and resolving can be undone', async () => {
  const { page } = ada;
  await page
    .getByRole('combobox', { name: 'Assignee' })
    .or(page.getByRole('textbox', { name: 'Assignee' }))
    .first()
    .click();
  await page.getByRole('option', { name: /^Max/ }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Assigned to Max' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => {
    const { assignee } = await stage.world.ada.gets(`/api/conversations/${conversation.id}`);
    assert.notEqual(assignee?.id, stage.world.max.userId);
  });

  const status = async () => (await stage.world.ada.gets(`/api/conversations/${conversation.id}`)).status;
  assert.equal(await status(), 'pending');
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await page.getByRole('status').filter({ hasText: 'Resolved' }).getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => assert.equal(await status(), 'pending'));
});

test('each of two quick changes is undone on its own', async () => {
  const { page } = ada;
  const later = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    if ('assignee_id' in route.request().postDataJSON()) await later.promise;
    return route.continue();
  };
  await page.goto(`/inbox/${conversation.id}`);
  await page.route('**/api/conversations/*', hold);
  await page
    .getByRole('combobox', { name: 'Assignee' })
    .or(page.getByRole('textbox', { name: 'Assignee' }))
    .first()
    .click();
  await page.getByRole('option', { name: /^Max/ }).click();
  await page.getByRole('button', { name: /^Resolve/ }).click();
  const undo = (words: string) =>
    page.getByRole('status').filter({ hasText: words }).getByRole('button', { name: 'Undo' });
  await undo('Resolved').waitFor();
  later.resolve();
  const undone = page.waitForRequest((request) => request.method() === 'PATCH');
  await undo('Assigned to Max').click();
  assert.deepEqual(Object.keys((await undone).postDataJSON()), ['assignee_id']);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: /^Reopen/ }).click();
  await page.getByRole('button', { name: /^Resolve/ }).waitFor();
});

test('a save whose answer breaks off says so', async () => {
  const { page } = ada;
  const broken = { status: 200, contentType: 'application/json', body: '{"id":' };
  const answer = (route: Route) => (route.request().method() === 'PATCH' ? route.fulfill(broken) : route.fallback());
  await page.route('**/api/conversations/*', answer);
  await page.getByRole('button', { name: /^Resolve/ }).click();
  await page.getByRole('alert').filter({ hasText: 'The desk did not answer.' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('without a network nothing can be changed, a bar explains it, and the typed text is kept', async () => {
  const { page, context } = ada;
  await context.setOffline(true);
  await page.getByText('Changes cannot be saved now.').waitFor();
  await field().fill('Written in a tunnel');
  assert.equal(await page.getByRole('button', { name: /^Send to/ }).isDisabled(), true);
  assert.equal(await page.getByRole('button', { name: /^(Resolve|Reopen)/ }).isDisabled(), true);
  await page.keyboard.press('Control+Enter');
  await page.getByText('You are offline. What you write is kept.').waitFor();
  await context.setOffline(false);
  await page.getByText('Changes cannot be saved now.').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Draft saved').waitFor();
  assert.equal(await field().inputValue(), 'Written in a tunnel');
});

test('the palette lists recent pages, searches, and copies the calls of the page', async () => {
  const { page, context } = ada;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/knowledge');
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
  const palette = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('textbox', { name: 'Search or run a command' }).fill(words);
  };
  await palette('curl');
  await page.getByRole('button', { name: 'Copy curl for this page' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  const [command] = copied.split('\n').filter((line) => line.includes('/api/knowledge/collections'));
  const key = await stage.world.ada.posts('/api/api-keys', { name: 'curl', role: 'member' }, 201);
  const address = /'(.+)'/.exec(command ?? '')?.[1] ?? '';
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key.key}` } });
  assert.equal(answer.status, 200, 'what was copied is a call that works');
  await palette('gift cards');
  await page.getByText('Search the conversations for “gift cards”').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/inbox\?.*q=/);
  await page.goto('/knowledge');
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Go to Inbox').waitFor();
  assert.doesNotMatch(
    (await dialog.getByRole('button').first().textContent()) ?? '',
    /^Go to/,
    'what was open comes first',
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/inbox/${conversation.id}`);
});

test('keys that follow Ctrl K at once reach the palette, and Escape returns the focus', async () => {
  const page = await ada.context.newPage();
  await page.addInitScript(
    'const later = setTimeout; window.setTimeout = (run, wait, ...rest) => later(run, wait || 500, ...rest);',
  );
  await page.goto('/knowledge');
  // Until then the page may not listen to keys yet.
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to reports');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/reports');
  // The address changes first; the heading takes the focus once the page is shown.
  await page.getByRole('heading', { level: 1, name: 'Reports' }).and(page.locator(':focus')).waitFor();
  const link = page.getByRole('link', { name: 'Routing' });
  await link.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to reports');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await link.and(page.locator(':focus')).waitFor();
  await page.close();
});

test('Enter runs the first command of the palette when none is selected', async () => {
  const { page } = ada;
  await page.goto('/customers');
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Go to Channels').waitFor();
  // The first one leads to a page that was open before, or to the inbox.
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname !== '/customers');
  await dialog.waitFor({ state: 'detached' });
});

test('news of the page moves nothing in the open palette', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${conversation.id}`);
  await field().waitFor();
  // The menu is loaded after the page, and its commands head the palette.
  await page.getByRole('button', { name: 'More actions' }).waitFor();
  await page.keyboard.press('Control+k');
  const items = page.getByRole('dialog').getByRole('button');
  await items.filter({ hasText: 'Go to Inbox' }).waitFor();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowDown');
  const before = await items.allTextContents();
  const selected = page.locator('[data-action][data-selected]');
  const chosen = await selected.textContent();
  const { events } = stage.chatdesk;
  const more = events.userReplied(conversation.channel_reference, { text: 'Is there an envelope with the card?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  await page.locator('.message-text').filter({ hasText: 'an envelope' }).first().waitFor({ state: 'attached' });
  assert.deepEqual(await items.allTextContents(), before);
  assert.equal(await selected.textContent(), chosen);
  await page.keyboard.press('Escape');
});

test('commands of a part that is loaded late come after all that the open palette lists', async () => {
  const page = await ada.context.newPage();
  let arrives = () => {};
  const late = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await page.route('**/conversation-menu-*.js', (route) => late.then(() => route.continue()));
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('textbox', { name: /^Reply to/ }).waitFor();
  await page.keyboard.press('Control+k');
  const items = page.getByRole('dialog').getByRole('button');
  await items.filter({ hasText: 'Go to Inbox' }).waitFor();
  await page.keyboard.press('ArrowDown');
  const before = await items.allTextContents();
  const chosen = await page.locator('[data-action][data-selected]').textContent();
  assert.ok(!before.includes('Mark as spam'), before.join(', '));
  arrives();
  await items.filter({ hasText: 'Mark as spam' }).waitFor();
  const after = await items.allTextContents();
  assert.deepEqual(after.slice(0, before.length), before);
  assert.equal(await page.locator('[data-action][data-selected]').textContent(), chosen);
  await page.close();
});

test('the fields of the assignee and the tags move no message when their code comes late', async () => {
  const page = await ada.context.newPage();
  let arrives = () => {};
  const late = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await page.route('**/assignment-*.js', (route) => late.then(() => route.continue()));
  await page.goto(`/inbox/${conversation.id}`);
  const log = page.getByRole('log');
  await log.getByText('the card').first().waitFor();
  const { y: before = 0 } = (await log.boundingBox()) ?? {};
  arrives();
  await page.getByRole('combobox', { name: 'Assignee' }).waitFor();
  const { y: after = 0 } = (await log.boundingBox()) ?? {};
  assert.ok(before > 0 && Math.abs(after - before) < 1, `${before} px, then ${after} px`);
  await page.close();
});

test('the search of the queue keeps a blank at the end, so that several words can be typed slowly', async () => {
  const { page } = ada;
  await page.goto('/inbox?view=all');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('observatory ');
  // The list has followed the address, and the field has as well.
  await page.getByText('Nothing matches').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('q'), 'observatory');
  await search.pressSequentially('tickets');
  assert.equal(await search.inputValue(), 'observatory tickets');
  await page.waitForURL(({ searchParams }) => searchParams.get('q') === 'observatory tickets');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('list', { name: 'Queue' }).getByRole('listitem').first().waitFor();
  assert.equal(await search.inputValue(), '');
});
