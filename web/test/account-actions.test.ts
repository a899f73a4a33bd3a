import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { connectShop } from '../../server/test/providers/shop/connected.ts';
import { anOrder, startShop, type Shop } from '../../server/test/providers/shop/shop.ts';
import { conversationOf, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let shop: Shop;
let max: Browser;
let templates: string;
before(async () => {
  [shop, stage] = await Promise.all([startShop(), setDesk()]);
  templates = `${(await connectShop(stage.world.wim, shop)).path}/templates`;
  max = await signedIn(stage, 'Max');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
  await shop.close();
});

async function opened(text: string, isVerified = true): Promise<string> {
  const customer = { email: 'robin@customer.test', name: 'Robin', verified: isVerified };
  const event = stage.ticketdesk.events.ticketOpened({ subject: 'My order', text, customer });
  assert.equal((await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event)).status, 202);
  const { id } = await conversationOf(stage, event.ticketId, (each) => assert.ok(each.last_decision));
  await max.page.setViewportSize({ width: 1280, height: 800 });
  await max.page.goto(`/inbox/${id}`);
  await max.page.getByRole('heading', { level: 1, name: 'My order' }).waitFor();
  return id;
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Account action…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Account action' });
  await dialog.getByRole('combobox', { name: 'What is to be done' }).waitFor();
  return dialog;
}

const cancels = () => shop.calls.all.filter(({ path }) => path.endsWith('/cancel')).length;

test('no action is offered if no system can be written to', async () => {
  await opened('Where is order 48213?');
  await max.page.getByRole('button', { name: 'More actions' }).click();
  await max.page.getByRole('menuitem', { name: 'Hand over…' }).waitFor();
  assert.equal(await max.page.getByRole('menuitem', { name: 'Account action…' }).count(), 0);
});

test('a member fills in an action, reviews the masked request, approves it, and reads the result in the thread', async () => {
  shop.add(anOrder('48213'));
  await stage.world.wim.posts(templates, {
    name: 'cancel',
    description: 'Cancels an order that has not arrived yet.',
    method: 'POST',
    path: '/orders/{number}/cancel',
    body: { for: '{email}', because: '{reason}', pieces: '{pieces}' },
    inputs: [
      { name: 'number', type: 'string', source: 'message' },
      { name: 'email', type: 'string', source: 'customer.email' },
      { name: 'pieces', type: 'integer', required: false, source: 'message' },
      { name: 'reason', type: 'string', required: false, source: 'conversation', value: 'language' },
    ],
    output: { number: '/order/number', state: '/order/state' },
    owner_match: '/order/customer/email',
    effect: 'write',
  });
  await opened('Please cancel my order 48213.');
  const { page } = max;
  const dialog = await openDialog(page);
  const number = dialog.getByRole('textbox', { name: 'number' });
  assert.equal(await number.inputValue(), '48213');
  const email = dialog.getByRole('textbox', { name: 'email' });
  assert.equal(await email.inputValue(), 'robin@customer.test');
  assert.equal(await email.isEditable(), false);
  assert.deepEqual(await violations(page), []);

  await number.fill('');
  await dialog.getByRole('textbox', { name: 'pieces (optional)' }).fill('two');
  await dialog.getByRole('button', { name: 'Show what would be done' }).click();
  await dialog.getByText('Enter a value.').waitFor();
  await dialog.getByText('Enter a whole number.').waitFor();
  await number.fill('48213');
  await dialog.getByRole('textbox', { name: 'pieces (optional)' }).fill('2');
  await dialog.getByRole('textbox', { name: 'reason (optional)' }).fill('changed her mind');
  await dialog.getByRole('button', { name: 'Show what would be done' }).click();
  const request = dialog.getByRole('group', { name: 'The exact request' });
  await request.getByText(`POST ${shop.url}/orders/48213/cancel`).waitFor();
  const shown = (await request.textContent()) ?? '';
  assert.match(shown, /authorization: \*\*\*\*/);
  assert.match(shown, /"because": "changed her mind"[\s\S]*"pieces": 2/);
  assert.equal((await page.content()).includes(shop.keys.token), false);
  assert.equal(cancels(), 0);
  assert.deepEqual(await violations(page), []);

  // Escape asks first while something is entered, and no more once it is sent.
  await page.keyboard.press('Escape');
  await page.getByText('Leave without saving?').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Leave without saving?').waitFor({ state: 'detached' });

  // The entered values are kept for a change.
  await dialog.getByRole('button', { name: 'Change something' }).click();
  assert.equal(await dialog.getByRole('textbox', { name: 'reason (optional)' }).inputValue(), 'changed her mind');
  await dialog.getByRole('button', { name: 'Show what would be done' }).click();
  await dialog.getByRole('button', { name: 'Approve and send' }).click();
  await dialog.getByText('Done. A note in the conversation records it.').last().waitFor();
  await dialog.getByText('cancelled').waitFor();
  assert.deepEqual([cancels(), shop.order('48213')?.state], [1, 'cancelled']);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('log').getByText('Approved “cancel” in Shop. It was done').waitFor();
  assert.deepEqual(max.complaints(), []);
});

test('a failing shop is explained, with what to check before a retry', async () => {
  shop.add(anOrder('48215'));
  await opened('Please cancel my order 48215.');
  const { page } = max;
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Show what would be done' }).click();
  shop.failNext({ kind: 'answer', status: 500 }, { on: 'POST /orders/:number/cancel' });
  await dialog.getByRole('button', { name: 'Approve and send' }).click();
  await dialog.getByText(/The connected system failed. The action may have been carried out anyway/).waitFor();
  assert.deepEqual(await violations(page), []);
});

test('a request that changed after the review is shown again, and nothing is sent', async () => {
  shop.add(anOrder('48216'));
  const before = cancels();
  await opened('Please cancel my order 48216.');
  const { page } = max;
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Show what would be done' }).click();
  await dialog.getByRole('button', { name: 'Approve and send' }).waitFor();
  const cancel = (await stage.world.wim.gets(templates)).items.find((each: any) => each.name === 'cancel');
  await stage.world.wim.patches(`${templates}/${cancel.id}`, { description: 'Cancels for good.' });
  await dialog.getByRole('button', { name: 'Approve and send' }).click();
  await dialog.getByText(/The request has changed/).waitFor();
  assert.equal(cancels(), before);
  assert.deepEqual(await violations(page), []);
});

test('for an unverified customer a member reads why an action is blocked, in German too', async () => {
  await opened('Please cancel my order 48217.', false);
  const { page } = max;
  const dialog = await openDialog(page);
  await dialog.getByText(/this customer is not verified/).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Show what would be done' }).count(), 0);
  assert.deepEqual(await violations(page), []);

  await stage.world.max.patches('/api/auth/me', { locale: 'de' });
  await page.reload();
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: 'Aktion im Kundensystem …' }).click();
  await page.getByText(/niemand hat nachgewiesen, wer hier schreibt/).waitFor();
});
