import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';

// Two people edit the same thing: neither undoes the other's work without being asked.

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

const api = () => stage.world.ada;

test('a form of a collection or a document that is open does not undo what a colleague has changed meanwhile', async () => {
  const { page } = ada;
  const { items } = await api().gets('/api/knowledge/documents');
  const document = `/api/knowledge/documents/${items[0].id}`;
  const collection = `/api/knowledge/collections/${items[0].collection_id}`;
  // What was read a moment ago is not read again when the window is entered.
  const entered = async (address: string) => {
    let isRead = false;
    page.on('response', (answer) => {
      isRead ||= answer.url().endsWith(address) && answer.request().method() === 'GET';
    });
    await eventually(async () => {
      await page.evaluate("dispatchEvent(new Event('focus'))");
      assert.ok(isRead);
    });
  };
  const conflict = page.getByRole('dialog', { name: 'Somebody changed this in the meantime' });

  await page.goto(`/knowledge/${items[0].collection_id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Help for everybody');
  await stage.world.wim.patches(collection, { audience: 'staff' });
  await entered(collection);
  await page.getByRole('button', { name: 'Save' }).click();
  await conflict.waitFor({ timeout: 20_000 });
  await conflict.getByRole('row', { name: /^For whom/ }).waitFor();
  assert.equal((await api().gets(collection)).audience, 'staff');
  await conflict.getByRole('button', { name: 'Discard mine' }).click();
  await stage.world.wim.patches(collection, { audience: 'customers' });

  await page.goto(`/knowledge/documents/${items[0].id}`);
  await page.getByRole('button', { name: 'Edit details', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  const { title: before } = await api().gets(document);
  await title.fill('Mine');
  await stage.world.wim.patches(document, { title: 'Wim was here' });
  await entered(document);
  await page.getByRole('button', { name: 'Save' }).click();
  const row = conflict.getByRole('row', { name: /^Title / });
  await row.waitFor({ timeout: 20_000 });
  assert.deepEqual(await row.getByRole('cell').allTextContents(), ['Wim was here', 'Mine']);
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await eventually(async () => assert.equal((await api().gets(document)).title, 'Mine'));
  await api().patches(document, { title: before });
});

test('whoever saves the text of a document that a colleague has replaced meanwhile is asked first', async () => {
  const { page } = ada;
  const { items } = await api().gets('/api/knowledge/documents');
  const { id } = items.find(({ title }: { title: string }) => title.startsWith('Export'));
  const address = `/api/knowledge/documents/${id}`;
  await page.goto(`/knowledge/documents/${id}`);
  await page.getByRole('button', { name: 'Edit the text' }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill('# Export your invoices\n\nOnly Ada exports invoices.');
  const content = () => api().gets(`${address}/content`);
  const before = await content();
  await stage.world.wim.posts(`${address}/reingest`, { text: '# Export your invoices\n\nWim exports invoices.' }, 202);
  await page.locator('main').getByText('Wim exports invoices.').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody changed this in the meantime' });
  await conflict.waitFor({ timeout: 20_000 });
  assert.match(await content(), /Wim exports/);
  await conflict.getByRole('button', { name: 'Close' }).click();
  await conflict.waitFor({ state: 'detached', timeout: 20_000 });
  assert.match(await text.inputValue(), /Only Ada/);
  await page.getByRole('button', { name: 'Save' }).click();
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await eventually(async () => assert.match(await content(), /Only Ada/));
  await stage.world.wim.posts(`${address}/reingest`, { text: before }, 202);
});
