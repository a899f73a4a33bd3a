import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { conversationOf, eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { goes, setDesk, signedIn, stopTime } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
before(async () => {
  stage = await setDesk({ autoRespond: false });
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

async function chats(customer: { name: string; email: string }): Promise<any> {
  const event = stage.chatdesk.events.userCreated({ text: 'Where is my marmalade?', customer });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  return conversationOf(stage, event.conversationId);
}

/** Another message, with attributes of the conversation in the helpdesk. */
async function chatsAgain(customerId: string, attributes: Record<string, unknown>): Promise<void> {
  const { ada } = stage.world;
  const [id = '', thread] = [...stage.chatdesk.workspace.conversations].at(-1) ?? [];
  Object.assign(thread?.attributes ?? {}, attributes);
  await stage.chatdesk.deliver(stage.hooks.chatdesk, stage.chatdesk.events.userReplied(id, { text: 'Hello?' }));
  await eventually(async () =>
    assert.partialDeepStrictEqual((await ada.gets(`/api/customers/${customerId}`)).attributes, attributes),
  );
}

const isFocused = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();

test('a customer is found, edited, merged and erased, with the name typed to confirm', async () => {
  const noor = await chats({ name: 'Noor Jansen', email: 'noor@customer.test' });
  await chats({ name: 'N. Jansen', email: 'noor@elsewhere.test' });
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await goes(ada, `/inbox/${noor.id}`);
  await page.locator('.thread-facts').getByRole('link', { name: 'Noor Jansen' }).click();
  await page.getByRole('heading', { name: 'Noor Jansen', level: 1, exact: true }).waitFor();
  await page.getByRole('link', { name: 'Where is my marmalade?' }).waitFor();
  assert.deepEqual(await violations(page), []);

  await button('Edit').click();
  await page.getByLabel('Name').fill('Noor J.');
  await button('Add an attribute').click();
  await page.getByRole('textbox', { name: 'Attribute' }).fill('plan');
  await page.getByRole('textbox', { name: 'Value' }).fill('gold');
  assert.deepEqual(await violations(page), []);
  await button('Save').click();
  await page.getByRole('heading', { name: 'Noor J.', level: 1 }).waitFor();
  await page.getByRole('cell', { name: 'gold' }).waitFor();

  await button('Merge').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Who else is this person?' }).fill('elsewhere');
  await dialog.getByRole('radio', { name: 'N. Jansen' }).check();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByRole('cell', { name: 'noor@elsewhere.test' }).waitFor();

  await button('Erase').click();
  const sure = button('Erase for ever');
  assert.equal(await sure.isDisabled(), true);
  await dialog.getByLabel('Type “Noor J.” to confirm').fill('Noor J.');
  assert.deepEqual(await violations(page), []);
  await sure.click();
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Erasures' }).waitFor();
  await page.getByRole('cell', { name: /done/ }).waitFor();
  await page.getByRole('cell', { name: '2 conversations, 2 messages, 0 files' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Noor J.' }).count(), 0);
  await eventually(async () => assert.deepEqual((await stage.world.ada.gets('/api/conversations')).items, []));
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('members see customers and find them by their address, and may not erase', async () => {
  await chats({ name: 'Piet', email: 'piet@customer.test' });
  await chats({ name: 'Ona', email: 'ona@customer.test' });
  const max = await signedIn(stage, 'Max', { width: 390, height: 844, scheme: 'dark' });
  const { page } = max;
  await goes(max, '/customers');
  await page.getByRole('link', { name: 'Piet' }).waitFor();
  await page.getByRole('searchbox').fill('ona@customer.test');
  await page.getByRole('link', { name: 'Piet' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Ona' }).click();
  await page.getByRole('heading', { name: 'Ona', level: 1 }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Erase' }).isDisabled(), true);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(max.complaints(), []);
  await max.close();
});

test('what comes in while a customer is edited stays, and nobody’s change is undone unasked', async () => {
  const api = stage.world.ada;
  const { customer } = await chats({ name: 'Eva', email: 'eva@customer.test' });
  const path = `/api/customers/${customer.id}`;
  await chatsAgain(customer.id, { tier: 'basic' });
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const dialog = page.getByRole('dialog', { name: 'Edit the customer' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await goes(ada, `/customers/${customer.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Eva B.');
  await chatsAgain(customer.id, { tier: 'pro', order: 'A-5' });
  await page.locator('td', { hasText: 'A-5' }).waitFor();
  await save.click();
  await page.getByRole('heading', { name: 'Eva B.', level: 1 }).waitFor();
  assert.deepEqual((await api.gets(path)).attributes, { tier: 'pro', order: 'A-5' });

  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Eva Berg');
  await api.patches(path, { name: 'Eva Bach', attributes: { plan: 'gold' } });
  await chatsAgain(customer.id, { tier: 'max' });
  await page.locator('td', { hasText: 'gold' }).waitFor();
  await save.click();
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByRole('heading', { name: 'Eva Berg', level: 1 }).waitFor();
  assert.deepEqual((await api.gets(path)).attributes, { tier: 'max', order: 'A-5', plan: 'gold' });
  assert.deepEqual(ada.complaints(/412/), []);
  await ada.close();
});

test('attributes are added and removed by keyboard, and a number stays a number', async () => {
  const api = stage.world.ada;
  const { customer } = await chats({ name: 'Kim', email: 'kim@customer.test' });
  await api.patches(`/api/customers/${customer.id}`, { attributes: { seats: 12 } });
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const dialog = page.getByRole('dialog', { name: 'Edit the customer' });
  await goes(ada, `/customers/${customer.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('group', { name: 'Attribute 1' }).getByLabel('Value').fill('15');
  const add = dialog.getByRole('button', { name: 'Add an attribute' });
  await add.press('Enter');
  const added = dialog.getByRole('group', { name: 'Attribute 2' });
  await isFocused(added.getByRole('textbox', { name: 'Attribute' }));
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Remove Attribute 2' }).press('Enter');
  await added.waitFor({ state: 'detached' });
  await isFocused(add);
  await dialog.getByRole('button', { name: 'Remove seats' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('cell', { name: '15' }).waitFor();
  assert.deepEqual((await api.gets(`/api/customers/${customer.id}`)).attributes, { seats: 15 });
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('only a customer who is shown can be merged', async () => {
  const { customer } = await chats({ name: 'Uma', email: 'uma@customer.test' });
  await chats({ name: 'Uwe', email: 'uwe@customer.test' });
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const dialog = page.getByRole('dialog');
  const merge = dialog.getByRole('button', { name: 'Merge' });
  const uwe = dialog.getByRole('radio', { name: 'Uwe' });
  await goes(ada, `/customers/${customer.id}`);
  await page.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByRole('searchbox').fill('uwe@customer.test');
  await uwe.check();
  // Not while the results of these words are on their way.
  await eventually(async () => assert.ok(await merge.isEnabled()));
  await dialog.getByRole('searchbox').fill('nobody@customer.test');
  assert.ok(await merge.isDisabled());
  await dialog.getByText('Nobody else was found.').waitFor();
  assert.ok(await merge.isDisabled());
  await dialog.getByRole('searchbox').fill('uw');
  await dialog
    .getByText(/Nobody else was found\. No name or address has these words or, from three letters on/)
    .waitFor();
  await dialog.getByRole('searchbox').fill('uwe@customer.test');
  await uwe.waitFor();
  assert.equal(await uwe.isChecked(), false);

  // Chosen in the results of the former words, before those of the new ones have arrived.
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/api\/customers\?.*q=nobody/, (route) => promise.then(() => route.continue()));
  await page.clock.install();
  await page.reload();
  await page.getByRole('button', { name: 'Merge' }).click();
  await uwe.waitFor();
  await stopTime(ada);
  await dialog.getByRole('searchbox').fill('nobody else');
  await uwe.check();
  assert.ok(await merge.isEnabled());
  await page.clock.resume();
  await uwe.waitFor({ state: 'detached' });
  assert.ok(await merge.isDisabled());
  resolve();
  await dialog.getByText('Nobody else was found.').waitFor();
  assert.ok(await merge.isDisabled());
  await page.unrouteAll({ behavior: 'wait' });
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('somebody whom a colleague erases is not shown any more, and a failed read of the erasures says so', async () => {
  const { customer, id } = await chats({ name: 'Quintus', email: 'quintus@customer.test' });
  const max = await signedIn(stage, 'Max');
  const { page } = max;
  const other = { page: await max.context.newPage() };
  await other.page.goto(`/inbox/${id}`);
  await other.page.locator('.thread-facts').getByRole('link', { name: 'Quintus' }).waitFor();
  await goes(max, `/customers/${customer.id}`);
  await page.getByRole('link', { name: 'Where is my marmalade?' }).waitFor();
  await stage.world.ada.calls('DELETE', `/api/customers/${customer.id}`);
  await page.getByRole('heading', { name: 'Customer', exact: true, level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Not in this organization', level: 2 }).waitFor();
  assert.equal(await page.getByText(/quintus|could not be read again/i).count(), 0);
  assert.equal(await page.title(), 'Customer · Frontdesk');
  assert.deepEqual(await violations(page), []);
  await other.page.getByRole('heading', { name: 'Not in this organization', level: 2 }).waitFor();
  assert.equal(await other.page.getByText(/quintus|could not be read again/i).count(), 0);

  await page.route('**/api/erasures?*', (route) => route.fulfill({ status: 500, json: { status: 500 } }));
  await page.locator('.page-back').click();
  const erasures = page.getByRole('region', { name: 'Erasures' });
  await erasures.getByRole('alert').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unrouteAll({ behavior: 'wait' });
  await erasures.getByRole('button', { name: 'Retry' }).click();
  await erasures.getByRole('cell', { name: /done/ }).first().waitFor();
  assert.deepEqual(max.complaints(/404|500/), []);
  await max.close();
});

test('a name is confirmed as it is shown, Enter erases, and the page stays until the desk has answered', async () => {
  const { customer } = await chats({ name: 'Ida', email: 'ida@customer.test' });
  await stage.world.ada.patches(`/api/customers/${customer.id}`, { name: 'Ida  Berg' });
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const max = await signedIn(stage, 'Max');
  await goes(max, `/customers/${customer.id}`);
  await goes(ada, `/customers/${customer.id}`);
  let isShown = false;
  // The answer comes after the news of the erasure.
  await page.route(`**/api/customers/${customer.id}`, async (route) => {
    const response = await route.fetch();
    await max.page.getByRole('heading', { name: 'Not in this organization', level: 2 }).waitFor();
    await page.waitForTimeout(1_000);
    isShown = await page.getByRole('heading', { name: 'Ida Berg', level: 1, includeHidden: true }).isVisible();
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Erase' }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill('Ida');
  await field.press('Enter');
  await field.fill('Ida Berg');
  await field.press('Enter');
  await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
  await page.getByText('The erasure has begun.').waitFor();
  assert.ok(isShown);
  assert.deepEqual(ada.complaints(), []);
  await page.unrouteAll({ behavior: 'wait' });
  await page.goBack();
  await page.getByRole('heading', { name: 'Not in this organization', level: 2 }).waitFor();
  await Promise.all([ada.close(), max.close()]);
});

test('a long address pushes nothing out of sight', async () => {
  const email = `${'very.long.'.repeat(12)}address@customer.test`;
  const { customer } = await chats({ name: 'Nora', email });
  const { customer: other } = await chats({ name: 'Nele', email: 'nele@customer.test' });
  const ada = await signedIn(stage, 'Ada', { width: 1024, height: 768 });
  const { page } = ada;
  const fits = (locator: Locator) => locator.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  await goes(ada, '/customers');
  const list = page.getByRole('table', { name: 'Customers' });
  await list.getByRole('cell', { name: email }).waitFor();
  assert.ok(await fits(list.locator('..')));
  assert.ok(await fits(list.getByText('Chat', { exact: true }).first()));
  await goes(ada, `/customers/${customer.id}`);
  const identities = page.getByRole('table', { name: 'Identities' });
  await identities.getByRole('cell', { name: email }).waitFor();
  assert.ok(await fits(identities.locator('..')));
  await goes(ada, `/customers/${other.id}`);
  await page.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Nora' }).waitFor();
  assert.ok(await fits(dialog));
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});
