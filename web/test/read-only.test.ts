import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowsers, type Browser } from './browser.ts';
import { goes, signedIn } from './desk.ts';
import { setWalk } from './every-screen.ts';
import { violations } from './violations.ts';

let stage: Awaited<ReturnType<typeof setWalk>>['stage'];
let ids: Awaited<ReturnType<typeof setWalk>>['ids'];
let max: Browser;
before(async () => {
  ({ stage, ids } = await setWalk());
  max = await signedIn(stage, 'Max');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const reason = /You can read this, but not change it\. This needs the role workspace admin\. .*Ada/;

// What a member may read but not change: its address, and a field of it.
const pages: [path: () => string, field: string][] = [
  [() => `/routing/rules/${ids.rule.id}`, 'Name'],
  [() => '/routing/rules/new', 'Name'],
  [() => '/channels/ticketdesk', 'Access token'],
  [() => '/channels/chatdesk', 'Access token'],
  [() => '/connectors/new', 'Name'],
  [() => `/connectors/${ids.connector.id}`, 'Name'],
  [() => `/connectors/${ids.connector.id}/templates/${ids.template.id}`, 'Name'],
];

for (const [path, field] of pages) {
  test(`a member reads why nothing can be changed at ${path.toString().slice(6)}`, async () => {
    const { page } = max;
    await page.setViewportSize({ width: 1280, height: 800 });
    await goes(max, path());
    const summary = page.getByText('Connect again');
    const main = page.getByRole('main');
    await main.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    if (await summary.count()) await summary.click();
    await main.getByText(reason).waitFor();
    const text = main.getByLabel(field, { exact: false }).first();
    await text.waitFor();
    assert.equal(await text.isEnabled(), false);
    assert.deepEqual(await violations(page, { within: 'main' }), []);
  });
}

test('a member reads why the drive cannot be connected', async () => {
  const { page } = max;
  // As on a desk whose operator has no OAuth client.
  await page.route('**/api/integrations/cloud-drive/status', async (route) => {
    const status: any = await (await route.fetch()).json();
    const steps = status.steps.map((each: any) => (each.id === 'app' ? { ...each, state: 'missing' } : each));
    return route.fulfill({ json: { ...status, credential: 'oauth', steps } });
  });
  await goes(max, '/knowledge/drive');
  await page.getByRole('main').getByText(reason).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Client id' }).isEnabled(), false);
  // Without this address the vendor lets nobody come back.
  await page.getByRole('button', { name: `${stage.origin}/channels/cloud-drive/callback` }).waitFor();
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  await page.unrouteAll({ behavior: 'wait' });
});

for (const [path, row] of [
  ['/routing/tags', () => ids.tag.name],
  ['/routing/destinations', () => ids.destination.name],
  ['/routing/destinations', () => 'Internal queue'],
] as const) {
  test(`a member reads why nothing can be changed in a dialog of ${path}`, async () => {
    const { page } = max;
    await page.setViewportSize({ width: 1280, height: 800 });
    await goes(max, path);
    await page.getByRole('table').getByRole('button', { name: row(), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(reason).waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).isEnabled(), false);
    assert.deepEqual(await violations(page, { within: '[role=dialog]' }), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
}

test('no list of choices opens beside the words of a read-only field', async () => {
  const { page } = max;
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [path, label] of [
    [`/routing/rules/${ids.rule.id}`, 'Add tags'],
    ['/settings', 'Languages the AI may use'],
  ] as const) {
    await goes(max, path);
    const field = page.getByRole('main').locator('.mantine-InputWrapper-root', { hasText: label }).last();
    await field.scrollIntoViewIfNeeded();
    const box = await field.locator('.mantine-Input-input').boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width - 60, box.y + box.height / 2);
    await page.waitForTimeout(300);
    assert.equal(await page.getByRole('option').count(), 0, label);
  }
});
