import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let ada: Browser;
before(async () => {
  stage = await setDesk();
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('a collection for staff has a badge, and its text is shown to people and not put into the reply', async () => {
  const { page } = ada;
  await page.goto('/knowledge');
  await page.getByRole('button', { name: 'New collection' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Handbook');
  await page.getByRole('radio', { name: 'Staff only' }).check();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Handbook' }).waitFor();
  const collectionId = new URL(page.url()).pathname.split('/').at(-1);
  await page.getByText('Staff only').first().waitFor();

  const { ada: caller } = stage.world;
  const text = 'The voucher for a broken parcel is worth 15 euros. Offer it once.';
  const body = { collection_id: collectionId, title: 'Goodwill vouchers', text };
  const { id: documentId } = await caller.posts('/api/knowledge/documents/text', body, 202);
  await eventually(async () => assert.ok((await caller.gets(`/api/knowledge/documents/${documentId}`)).retrievable));
  const thread = await customerWrites(stage, 'How much is the voucher for a broken parcel worth?', escalated);
  await page.goto(`/inbox/${thread.id}?view=all`);
  await page.getByRole('button', { name: 'Suggest' }).click();
  await page.getByRole('dialog', { name: 'For the team only' }).waitFor();
  await page.getByText('is worth 15 euros').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.doesNotMatch(await page.getByRole('textbox', { name: /Reply to/ }).inputValue(), /15 euros/);
  await page.getByRole('link', { name: 'Goodwill vouchers' }).click();
  await page.waitForURL(({ pathname }) => pathname === `/knowledge/documents/${documentId}`);
});

test('opening a collection to customers removes its badge', async () => {
  const { page } = ada;
  await page.goto('/knowledge');
  const row = page.getByRole('row', { name: /Handbook/ });
  await row.getByText('Staff only').waitFor();
  await row.getByRole('link', { name: /Handbook/ }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('radio', { name: 'Customers' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Staff only').waitFor({ state: 'detached' });
  const { items } = await stage.world.ada.gets('/api/knowledge/collections');
  assert.equal(items.find(({ name }: any) => name === 'Handbook').audience, 'customers');
});
