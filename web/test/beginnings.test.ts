import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
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

const rules = async () => (await stage.world.ada.gets('/api/routing/rules')).items;

/** Creates the rule of the open form, once the sentence above the button is there: it moves the button when it comes. */
async function creates({ page }: Pick<Browser, 'page'>): Promise<void> {
  await page.locator('form [aria-live=polite]').waitFor();
  await page.getByRole('button', { name: 'Create' }).click();
}

test('without rules, a template opens the form filled in, in the language of the customers', async () => {
  const { page, complaints } = await signedIn(stage, 'Ada');
  await page.goto('/routing/rules');
  const templates = page.getByRole('region', { name: 'Rules to begin with' });
  await templates.waitFor();
  assert.equal(await templates.getByRole('link').count(), 3);
  await page.getByText('Everything else', { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  await templates.getByRole('link', { name: 'Large refunds to people' }).click();
  await page.getByRole('heading', { level: 1, name: 'New rule' }).waitFor();
  assert.deepEqual(await rules(), [], 'nothing is saved yet');
  await creates({ page });
  await page.getByRole('link', { name: 'Large refunds to people' }).waitFor();
  await templates.waitFor({ state: 'detached' });
  const [rule] = await rules();
  assert.deepEqual(
    rule.when.any.map(({ value }: { value: string }) => value),
    ['erstatt', 'Geld zurück'],
  );
  assert.deepEqual(rule.then, { decision: 'escalate', priority: 'high' });
  assert.deepEqual(rule.warnings, []);
  const { outcome, explanation } = await stage.world.ada.posts(
    '/api/knowledge/validation/outcome/simulate',
    { message: 'Ich warte auf die Erstattung von 1.200 Euro.', channel: 'email' },
    200,
  );
  assert.equal(outcome, 'escalate');
  assert.equal(explanation.rules[0].result, 'matched');
  assert.deepEqual(complaints(), []);
});

test('the other templates make valid rules', async () => {
  const { page, complaints } = await signedIn(stage, 'Ada');
  await page.goto('/routing/rules/new?template=verified');
  await creates({ page });
  await page.getByRole('link', { name: 'Verified customers first' }).waitFor();
  await page.goto('/routing/rules/new?template=tag');
  await page.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Konto' }).click();
  await creates({ page });
  await page.getByRole('link', { name: 'One tag to its team' }).waitFor();
  const warnings = (await rules()).map((rule: { warnings: unknown[] }) => rule.warnings);
  assert.deepEqual(warnings, [[], [], []]);
  assert.deepEqual(complaints(), []);
});
