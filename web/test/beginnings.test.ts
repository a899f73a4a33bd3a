import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
before(async () => void (stage = await setDesk()));
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('one click adds the starter tags in the language of the organization, and keeps a tag that exists', async () => {
  const { ada } = stage.world;
  await ada.patches('/api/organizations/me/settings', { default_language: 'de' });
  const { page, complaints } = await signedIn(stage, 'Ada');
  await page.goto('/routing/tags');
  const add = page.getByRole('button', { name: 'Add a starter set' });
  await add.waitFor();
  assert.deepEqual(await violations(page), []);
  await page.route(
    '**/api/routing/tags',
    async (route) => {
      // A colleague adds a tag of this name first.
      await ada.posts('/api/routing/tags', { name: 'rechnung', description: 'ours' });
      await route.continue();
    },
    { times: 1 },
  );
  await add.click();
  await page.getByText('The starter set is added.').waitFor();
  const { items } = await ada.gets('/api/routing/tags');
  assert.equal(items.length, 8);
  for (const { name, description, detect } of items) {
    if (name === 'rechnung') assert.equal(description, 'ours');
    else assert.equal(detect.examples.length, 3, name);
    assert.ok(description, name);
  }
  await page.getByRole('table', { name: 'Tags' }).getByText('Kündigung', { exact: true }).waitFor();
  assert.deepEqual(complaints(/409/), []);
});
