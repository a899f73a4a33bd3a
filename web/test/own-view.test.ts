import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, escalated, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let ada: Browser;
let closed: any;
before(async () => {
  stage = await setDesk();
  await customerWrites(stage, 'hi, i forgot my password and cannot sign in. how do i reset it?', answered);
  closed = await customerWrites(stage, 'I want to talk to a person.', escalated);
  const tag = await stage.world.ada.posts('/api/routing/tags', { name: 'Billing', color: '#8800ff' });
  await stage.world.ada.patches(`/api/conversations/${closed.id}`, { tag_ids: [tag.id], status: 'resolved' });
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('closed conversations have a view of their own, which the status filter cannot empty', async () => {
  const { page } = ada;
  await page.goto('/inbox');
  await page.getByText('Closed', { exact: true }).click();
  const rows = page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
  await rows.first().waitFor();
  assert.equal(await rows.count(), 1);
  await rows.first().getByText('I want to talk to a person.').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('view'), 'closed');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('combobox', { name: 'Channel' }).waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Status' }).count(), 0);
  await page.keyboard.press('Escape');
});

test('a tag has a colour and a usage count, and the count links to the conversations', async () => {
  const { page } = ada;
  await page.goto('/routing/tags');
  const count = page.getByRole('link', { name: '1 in 30 days. Show conversations tagged Billing' });
  await count.waitFor();
  await page
    .getByRole('button', { name: 'Billing' })
    .or(page.getByRole('link', { name: 'Billing', exact: true }))
    .click();
  const dialog = page.getByRole('dialog');
  const color = dialog.getByRole('combobox', { name: 'Colour' });
  assert.equal(await color.inputValue(), '#8800ff', 'a colour that a script has set is kept');
  await color.click();
  await page.getByRole('option', { name: 'Green' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const [tag] = (await stage.world.ada.gets('/api/routing/tags')).items;
  assert.equal(tag.color, 'green');
  assert.deepEqual(await violations(page), []);
  await count.click();
  const row = page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
  await row.first().waitFor();
  assert.equal(await row.count(), 1);
  await row.locator('.color-dot').waitFor();
});

test('times use the chosen time zone, and motion is reduced; both settings survive a reload', async () => {
  const { page } = ada;
  await page.goto('/settings/profile');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Kiritimati');
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click();
  await page.getByRole('switch', { name: /^Reduce motion/ }).click();
  assert.equal(await page.locator('html').getAttribute('data-motion'), 'reduced');
  await page.goto(`/inbox/${closed.id}`);
  assert.equal(await page.locator('html').getAttribute('data-motion'), 'reduced');
  const opened = await stage.world.ada.gets(`/api/conversations/${closed.id}`);
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Pacific/Kiritimati' });
  await page.getByText(`opened ${clock.format(new Date(opened.created_at))}`).waitFor();
  assert.deepEqual(ada.complaints(), []);
});
