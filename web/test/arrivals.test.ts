import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../../server/test/drive-stage.ts';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

// The screens of inbound data: the cloud drive, and messages that are stuck.
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

test('drive files are browsed, chosen and read, and a folder is followed until it is stopped', async () => {
  const { page } = ada;
  const collection = await stage.world.ada.posts('/api/knowledge/collections', { name: 'From the drive' }, 201);
  const folder = stage.drive.folder('<b>Policies</b>');
  stage.drive.file('Warranty.txt', { content: 'The warranty of every pump lasts five years.' });
  stage.drive.file('Returns.txt', { parent: folder.id, content: 'Pumps come back within thirty days.' });
  await page.goto(`/knowledge/${collection.id}`);
  await page.getByRole('link', { name: 'From the cloud drive' }).click();
  await page.getByText('Not connected').waitFor();
  assert.deepEqual(await violations(page), []);
  await connect(stage.world.ada, stage.drive);
  await page.reload();
  await page.getByRole('checkbox', { name: 'Choose Warranty.txt' }).check();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Add 1 file' }).click();
  await page.getByText('1 document is being read.').waitFor();
  await page.getByRole('link', { name: 'already added' }).waitFor();
  await page.getByRole('button', { name: 'Open the folder <b>Policies</b>' }).click();
  await page.getByRole('checkbox', { name: 'Choose Returns.txt' }).waitFor();
  await page.getByRole('button', { name: 'Add this folder and follow it' }).click();
  const followed = page.getByRole('region', { name: 'Followed folders' });
  await followed.getByText('<b>Policies</b>').waitFor();
  const { items } = await stage.world.ada.gets(`/api/knowledge/documents?collection_id=${collection.id}`);
  assert.deepEqual(items.map(({ title }: { title: string }) => title).sort(), ['Returns', 'Warranty']);
  // A toast stays for as long as the pointer is on it.
  await page.mouse.move(0, 0);
  await followed.getByRole('button', { name: 'Stop following <b>Policies</b>' }).click();
  await followed.waitFor({ state: 'detached' });
  assert.deepEqual(ada.complaints(), []);
});

test('a stuck event is announced, shown with its reason, retried or discarded', async () => {
  const { page } = ada;
  const { events } = stage.ticketdesk;
  stage.ticketdesk.failNext({ kind: 'answer', status: 403, body: {} }, { on: 'GET /api/v2/tickets/:id', times: 2 });
  for (const subject of ['Ticket 1', 'Ticket 2']) {
    const event = events.ticketOpened({ subject, text: 'how do I export my invoices?' });
    await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  }
  await eventually(async () => assert.equal((await stage.world.ada.gets('/api/dead-letters')).items.length, 2));
  await page.goto('/channels');
  await page.getByText('2 messages are stuck').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Show them' }).click();
  const rows = page.getByRole('table', { name: 'Stuck messages' }).getByRole('row');
  await page.getByText('the helpdesk answered with status 403').first().waitFor();
  assert.deepEqual(await violations(page), []);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Retry/ })
    .click();
  await page.getByText('It is being tried again.').waitFor();
  await eventually(async () => assert.equal(await rows.count(), 2));
  await rows
    .nth(1)
    .getByRole('button', { name: /^Discard/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Nothing is stuck').waitFor();
  assert.deepEqual((await stage.world.ada.gets('/api/dead-letters')).items, []);
  assert.deepEqual(ada.complaints(), []);
});

test('a person without the right to change the drive or stuck events reads who has it', async () => {
  const max = await signedIn(stage, 'Max');
  await max.page.goto('/channels/stuck');
  await max.page.getByText(/Ada/).first().waitFor();
  await max.page.goto('/knowledge/drive');
  await max.page.getByText('Connected as').waitFor();
  assert.equal(await max.page.getByRole('region', { name: 'Choose what the AI may read' }).count(), 0);
  assert.ok(await max.page.getByRole('button', { name: 'Disconnect' }).isDisabled());
  assert.deepEqual(await violations(max.page), []);
  await max.close();
});
