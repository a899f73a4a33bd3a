import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Route } from 'playwright-core';
import { deliverMail, rawMailEvent } from '../../server/test/providers/mail/inbound.ts';
import { buildMail } from '../../server/test/providers/mail/message.ts';
import { inboundSecret, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, escalated, setDesk, signedIn } from './desk.ts';

let stage: Stage;
let ada: Browser;
let passedOn: any;
before(async () => {
  stage = await setDesk();
  await customerWrites(stage, 'hi, i forgot my password and cannot sign in. how do i reset it?', answered);
  passedOn = await customerWrites(stage, 'do you offer a student discount for universities in Norway?', escalated);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('a channel shows what arrived, and is disconnected after a confirmation', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  const unsigned = await fetch(stage.hooks.chatdesk, { method: 'POST', body: '{}' });
  assert.equal(unsigned.status, 401);
  await page.goto('/channels/chatdesk');
  const log = page.getByRole('region', { name: 'What came in' });
  const { customer } = await stage.world.ada.gets(`/api/conversations/${passedOn.id}`);
  await log.getByRole('link', { name: customer.name }).first().waitFor();
  await log.getByText('Refused').first().waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.notEqual((await stage.world.ada.gets('/api/integrations/chatdesk/status')).account, null);
});

test('a mail that opened no conversation shows the reason', async () => {
  const { page } = ada;
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const from = 'away@customer.test';
  const mail = buildMail({
    from,
    to,
    subject: 'Away',
    text: 'Back on Monday.',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  const event = rawMailEvent(mail.raw, { from, to }, { secret: inboundSecret });
  assert.equal((await deliverMail(stage.hooks.email, event)).status, 202);
  await page.goto('/channels/email');
  const log = page.getByRole('region', { name: 'What came in' });
  await log.getByRole('button', { name: 'Why?' }).first().click({ timeout: 30_000 });
  const why = page.getByRole('dialog', { name: 'Why nothing was said' });
  await why.getByRole('heading').first().waitFor();
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'hidden' });
  assert.deepEqual(ada.complaints(), []);
});

test('a number of the reports opens the conversations behind it', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/reports?period=day');
  await page.getByRole('button', { name: 'Passed to people: 1' }).click();
  await page.getByRole('dialog').getByRole('link').first().click();
  await page.waitForURL(`**/inbox/${passedOn.id}`);
});

test('the sample data makes a desk that can be tried out', async () => {
  const mallory = await signedIn(stage, 'Mallory');
  const { page } = mallory;
  await page.goto('/home');
  let loaded = 0;
  // From the fourth article on, no answer arrives.
  const interrupt = (route: Route) => (loaded++ < 3 ? route.continue() : undefined);
  await page.route('**/api/knowledge/documents/text', interrupt);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await page.getByText('3 of 58 loaded').waitFor();
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByText('The sample data is incomplete').waitFor();
  const posted: string[] = [];
  page.on('request', (request) => request.url().endsWith('/documents/text') && posted.push(request.url()));
  await page.getByRole('button', { name: 'Load the rest' }).click();
  await page.getByText('The sample data is loaded.').waitFor({ timeout: 180_000 });
  assert.equal(posted.length, 55, 'only the articles that were missing');
  await page.getByRole('button', { name: 'Load the rest' }).waitFor({ state: 'detached' });
  const rules = await stage.world.mallory.gets('/api/routing/rules');
  assert.deepEqual(
    rules.items.map(({ name }: { name: string }) => name),
    ['Legal threats go to people'],
  );
  const { items } = await stage.world.mallory.gets('/api/knowledge/documents?limit=200');
  assert.ok(items.length > 50);
  const { cases } = await stage.world.mallory.gets('/api/knowledge/validation/suite');
  assert.equal(cases.length, 6);
  await mallory.close();
});

test('two people in one conversation see each other, and get news without a reload', async () => {
  const max = await signedIn(stage, 'Max');
  const path = `/inbox/${passedOn.id}`;
  await ada.page.goto(path);
  await ada.page.getByText('Live', { exact: true }).waitFor();
  await max.page.goto(path);
  await ada.page.getByText(/Max.* is here too/).waitFor();
  await max.page.getByText(/Ada.* is here too/).waitFor();
  await max.page.getByRole('textbox', { name: /^Reply to/ }).pressSequentially('Hello from Max');
  await ada.page.getByText(/Max.* is writing/).waitFor();
  await ada.page.getByRole('textbox', { name: /^Reply to/ }).fill('Hello from Ada');
  await max.page.getByRole('button', { name: /^Send to/ }).click();
  await ada.page.getByRole('log').getByText('Hello from Max').waitFor();
  // Nobody answers twice because they missed what a colleague has sent; to Max it is no news.
  await ada.page.getByText(/^Max.* has answered while you were writing\.$/).waitFor();
  assert.equal(await max.page.getByText('has answered while you were writing').count(), 0);
  await ada.page.getByRole('textbox', { name: /^Reply to/ }).fill('');
  await ada.page.getByText('has answered while you were writing').waitFor({ state: 'detached' });
  const event = stage.chatdesk.events.userCreated({ text: 'I want to talk to a person, please.' });
  await ada.page.goto('/inbox?view=all');
  await ada.page.getByRole('list', { name: 'Queue' }).waitFor();
  await ada.page.getByText('Live', { exact: true }).waitFor();
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  await ada.page.getByRole('button', { name: '1 new conversation' }).click();
  const { items } = await stage.world.ada.gets('/api/conversations?sort=updated_at');
  await ada.page.locator(`[data-row="${items[0].id}"]`).waitFor();
  await max.close();
});

test('an answer from the knowledge is suggested to people, who send it or not', async () => {
  const asks = 'How do I reset my password? I cannot sign in, and I want to talk to a person.';
  const conversation = await customerWrites(stage, asks, escalated);
  const { page } = ada;
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('button', { name: 'Suggest' }).click();
  await page.getByText('From your knowledge. Read it before you send it.').waitFor();
  assert.match(await page.getByRole('textbox', { name: /^Reply to/ }).inputValue(), /password/i);
  const { messages } = await stage.world.ada.gets(`/api/conversations/${conversation.id}`);
  assert.ok(messages.every(({ kind }: { kind: string }) => kind !== 'human'));
});

test('several conversations are handed over at once', async () => {
  const { page } = ada;
  await page.goto('/inbox?view=all');
  const rows = page.locator('.queue-row');
  await rows.first().waitFor();
  // By its id: a conversation that changes goes to the top of the list.
  const ids = await rows.locator('[data-row]').evaluateAll((links: any[]) => links.map((link) => link.dataset.row));
  const count = ids.length;
  for (const id of ids)
    await rows
      .filter({ has: page.locator(`[data-row="${id}"]`) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Resolve' }).first().click();
  await page.getByText(`${count} conversations resolved`).waitFor();
  const { views } = await stage.world.ada.gets('/api/conversations/counts');
  assert.equal(views.all_open, 0);
});

test('an ignored event is not shown as accepted', async () => {
  const { page } = ada;
  const { ticketdesk, hooks } = stage;
  const opened = ticketdesk.events.ticketOpened({ subject: 'Norway', text: 'Do you ship to Norway?', form: 'event' });
  await ticketdesk.deliver(hooks.ticketdesk, opened);
  const note = ticketdesk.events.agentCommented(opened.ticketId, { text: 'Ask Bo.', public: false, form: 'event' });
  await ticketdesk.deliver(hooks.ticketdesk, note);
  await page.goto('/channels/ticketdesk');
  const row = page.getByRole('region', { name: 'What came in' }).getByRole('row', { name: /a private comment/ });
  await row.first().waitFor({ timeout: 30_000 });
  assert.match(await row.first().innerText(), /IGNORED\s+a private comment/i);
});

test('who writes by mail without a name is called by the address', async () => {
  const { page } = ada;
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const from = 'nameless@customer.test';
  const mail = buildMail({ from, to, subject: 'A discount for schools', text: 'Is there one for schools in Norway?' });
  await deliverMail(stage.hooks.email, rawMailEvent(mail.raw, { from, to }, { secret: inboundSecret }));
  await page.goto('/inbox?view=all&channel=email');
  const row = page.getByRole('list', { name: 'Queue' }).getByRole('link', { name: /A discount for schools/ });
  await row.getByText(from).waitFor();
  await row.click();
  const message = page.getByRole('log').getByRole('article').first();
  await message.getByText('schools in Norway').waitFor();
  await message.getByText(from, { exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: from, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: from }).waitFor();
});
