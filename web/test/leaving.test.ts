import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { filesIn } from '../../server/test/leaving/archive.ts';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { customerWrites, escalated, goes, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
before(async () => {
  stage = await setDesk();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const shots = process.env['SHOTS'];

test('an admin writes an archive, watches it, downloads and deletes it', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  await goes(ada, '/settings');
  await page.getByText('There is no archive.').waitFor();
  await page.getByRole('button', { name: 'Write an archive' }).click();
  await page.getByText('The archive is being written.').waitFor();
  await page.getByText(/^Ready, /).waitFor();
  if (shots) await page.getByRole('heading', { name: 'Archive' }).screenshot({ path: `${shots}/archive.png` });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download the archive of/ }).click();
  const files = await filesIn(readFileSync(await (await downloading).path()));
  assert.match(String(files.get('documents.ndjson')), /Reset your password/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: /^Delete the archive of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There is no archive.').waitFor();
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('the organization is deleted only by its name; every page of admins tells the date, and one click keeps it', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  await goes(ada, '/settings');
  await page.getByRole('button', { name: 'Delete the organization…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Birch?' });
  const sure = dialog.getByRole('button', { name: 'Delete in seven days' });
  assert.ok(await sure.isDisabled());
  await dialog.getByRole('textbox').fill('birch');
  assert.ok(await sure.isDisabled());
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('textbox').fill('Birch');
  await sure.click();
  await dialog.waitFor({ state: 'hidden' });
  const banner = page.locator('.shell-banner', { hasText: 'This organization will be deleted on' });
  await banner.waitFor();
  assert.deepEqual(await violations(page), []);
  await goes(ada, '/inbox?view=all');
  const keep = banner.getByRole('link', { name: 'Keep it' });
  const colorOf = (shown: typeof keep) =>
    shown.evaluate((at) => at.ownerDocument.defaultView.getComputedStyle(at).color);
  assert.equal(await colorOf(keep), await colorOf(banner), 'not the blue of the browser');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(((await keep.boundingBox())?.height ?? 0) < 30, 'on one line');
  await page.setViewportSize({ width: 1280, height: 800 });
  await keep.click();
  await page.getByRole('button', { name: 'Keep the organization' }).click();
  await banner.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete the organization…' }).waitFor();
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('others see neither', async () => {
  await stage.world.ada.calls('DELETE', '/api/organizations/me', { confirm: 'Birch' });
  const max = await signedIn(stage, 'Max');
  await goes(max, '/settings');
  await max.page.getByRole('heading', { name: 'Organization', exact: true }).waitFor();
  await max.page
    .getByRole('heading', { name: 'Replies' })
    .or(max.page.getByRole('button', { name: 'Save' }))
    .first()
    .waitFor();
  assert.equal(await max.page.getByText(/Write an archive|Delete the organization|will be deleted/).count(), 0);
  await stage.world.ada.posts('/api/organizations/me/keep', undefined, 200);
  assert.deepEqual(max.complaints(), []);
  await max.close();
});

if (shots)
  test('pictures', async () => {
    const { ada } = stage.world;
    await ada.posts('/api/organizations/me/export', undefined, 202);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      for (const scheme of ['light', 'dark'] as const) {
        const browser = await signedIn(stage, 'Ada', { width, height, scheme });
        await goes(browser, '/settings');
        await browser.page
          .getByText(/^Ready, /)
          .first()
          .waitFor();
        await browser.page.getByRole('heading', { name: 'Delete the organization' }).scrollIntoViewIfNeeded();
        await browser.page.screenshot({ path: `${shots}/parts-${width}-${scheme}.png` });
        await browser.page.getByRole('button', { name: 'Delete the organization…' }).click();
        await browser.page.getByRole('dialog').waitFor();
        await browser.page.screenshot({ path: `${shots}/dialog-${width}-${scheme}.png` });
        await ada.calls('DELETE', '/api/organizations/me', { confirm: 'Birch' });
        await browser.page.reload();
        await browser.page.locator('.shell-banner').waitFor();
        await browser.page.getByRole('heading', { name: 'Delete the organization' }).scrollIntoViewIfNeeded();
        await browser.page.screenshot({ path: `${shots}/banner-${width}-${scheme}.png` });
        await ada.posts('/api/organizations/me/keep', undefined, 200);
        await browser.close();
      }
  });

test('who is removed while at work is told so, and no longer shown what belongs to the organization', async () => {
  const asked = await customerWrites(stage, 'Do you rent out harps for weddings?', escalated);
  const max = await signedIn(stage, 'Max');
  const { page } = max;
  await goes(max, `/inbox/${asked.id}`);
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('We do, and');
  const { ada } = stage.world;
  const { items } = await ada.gets('/api/members');
  await ada.deletes(`/api/members/${items.find(({ user }: any) => user.name === 'Max').id}`);
  await page.getByRole('heading', { level: 1, name: 'You belong to no organization' }).waitFor();
  assert.equal(await page.getByText('harps').count(), 0);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(max.complaints(/403/), []);
  await max.close();
});
