import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { anOrder, startShop, type Shop } from '../../server/test/providers/shop/shop.ts';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { addressOf, createWorld, password, type World } from '../../server/test/world.ts';
import { closeBrowsers, openBrowser, type Browser } from './browser.ts';
import { violations } from './violations.ts';

const folder = fileURLToPath(new URL('../dist', import.meta.url));
let shop: Shop;
let server: TestServer;
let world: World;
let origin: string;
let wim: Browser;
before(async () => {
  shop = await startShop();
  shop.add(anOrder('48213'));
  server = await startServer({
    environment: { EGRESS_ALLOW: '127.0.0.1' },
    client: { folder, built: Promise.resolve() },
  });
  origin = await server.listen();
  world = await createWorld(server);
  await world.ada.patches('/api/organizations/me/settings', { allowed_languages: ['en', 'de'] });
  wim = await opened('Wim', '/connectors');
});
after(async () => {
  await closeBrowsers();
  await server.close();
  await shop.close();
});

async function opened(name: string, path: string): Promise<Browser> {
  const browser = await openBrowser(origin);
  await browser.page.goto(`/login?return_to=${encodeURIComponent(path)}`);
  await browser.page.getByRole('textbox', { name: 'E-mail address' }).fill(addressOf(name));
  await browser.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await browser.page.getByRole('button', { name: 'Sign in' }).click();
  await browser.page.waitForURL(({ pathname }) => pathname === path);
  return browser;
}

test('an empty list explains connectors', async () => {
  await wim.page.getByText('No connector yet').waitFor();
  assert.deepEqual(await violations(wim.page), []);
  await wim.page.setViewportSize({ width: 1280, height: 900 });
});

test('a shop is connected and checked, and its first template is made from its own document', async () => {
  const { page } = wim;
  await page.getByRole('link', { name: 'New connector' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Shop');
  await page.getByRole('textbox', { name: 'Base address' }).fill(shop.url);
  await page.getByRole('textbox', { name: 'Address of its OpenAPI document' }).fill(`${shop.url}/openapi.json`);
  await page.getByRole('textbox', { name: 'Token' }).fill('tok€n');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByText('must contain only characters that a header can carry').waitFor();
  await page.getByRole('textbox', { name: 'Token' }).fill(shop.keys.token);
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByText('Everything works.').waitFor();
  await page.getByText('Active').first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('textbox', { name: 'Requests per minute' }).fill('60');
  await page.getByRole('textbox', { name: 'Time limit' }).fill('4000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  const [{ requests_per_minute, timeout_ms, status }] = (await world.wim.gets('/api/connectors')).items;
  assert.deepEqual([requests_per_minute, timeout_ms, status], [60, 4000, 'active']);
  await page.getByRole('link', { name: 'Schema' }).first().click();
  await page.getByRole('button', { name: 'Take it now' }).click();
  await page.getByRole('button', { name: '/orders/{number}' }).first().click();
  await page.getByRole('button', { name: 'Make a template' }).first().click();
  await page.getByRole('heading', { name: 'Test', exact: true }).waitFor();
  assert.deepEqual(wim.complaints(/schema-snapshot|422/), []);
});

test('a test shows the request without the secret, sends it, and adds an output', async () => {
  const { page } = wim;
  await page.getByRole('textbox', { name: 'number' }).fill('48213');
  await page.getByRole('button', { name: 'Show the request' }).click();
  await page.getByText(`GET ${shop.url}/orders/48213`).waitFor();
  assert.equal((await page.content()).includes(shop.keys.token), false);
  await page.getByRole('button', { name: 'Make the request' }).click();
  await page.getByText('It works.').waitFor();
  // The text for the customer: the date in the reader's format, and in the chosen language.
  await page.getByText('March 5, 2026').waitFor();
  await page.getByRole('combobox', { name: 'Words for the customer in' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await page.getByRole('button', { name: 'Make the request' }).click();
  await page.getByText('5. März 2026').waitFor();
  const before = await page.getByRole('textbox', { name: /^Outputs \d+: Name/ }).count();
  await page.getByRole('button', { name: 'Take /order/total/currency' }).click();
  await page.getByRole('textbox', { name: `Outputs ${before + 1}: Name` }).waitFor();
  await page.getByRole('textbox', { name: 'Inputs 1: Example' }).fill('48213');
  // Wait for the response, because the toast of the previous save may still be there.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  assert.equal((await saved).status(), 200);
  const { items } = await world.wim.gets('/api/connectors');
  const { items: templates } = await world.wim.gets(`/api/connectors/${items[0].id}/templates`);
  assert.ok(Object.values(templates[0].output).includes('/order/total/currency'));
  assert.deepEqual(await violations(page), []);
  const widths = await page.evaluate<{ least: number; longest: number }>(widthsOfFromSelect);
  assert.ok(widths.least >= widths.longest, `the longest choice needs ${widths.longest} px and has ${widths.least}`);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('a test says when nothing of the answer can be shown to a customer, although the service works', async () => {
  const { page } = wim;
  const [{ id }] = (await world.wim.gets('/api/connectors')).items;
  const [template] = (await world.wim.gets(`/api/connectors/${id}/templates`)).items;
  const path = `/api/connectors/${id}/templates/${template.id}`;
  const gone = Object.fromEntries(Object.keys(template.output).map((name) => [name, null]));
  await world.wim.patches(path, { output: { ...gone, order: '/order' } });
  await page.reload();
  await page.getByRole('textbox', { name: 'number' }).fill('48213');
  await page.getByRole('button', { name: 'Make the request' }).click();
  await page.getByText('It works.').waitFor();
  await page.getByText('Nothing here can be shown to a customer').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 900 });
  await world.wim.patches(path, { output: { ...template.output, order: null } });
});

/** The width of the text in a select, and the width that its longest option needs. */
const widthsOfFromSelect = `(() => {
  const select = document.querySelector('select[aria-label="Inputs 1: From"]');
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = font;
  const longest = Math.max(...[...select.options].map(({ text }) => Math.ceil(pen.measureText(text).width)));
  return { longest, least: select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) };
})()`;

test('credentials that the shop refuses change nothing, valid ones replace the old ones', async () => {
  const { page } = wim;
  const [shopConnector] = (await world.wim.gets('/api/connectors')).items;
  await page.goto(`/connectors/${shopConnector.id}/credentials`);
  const field = page.getByRole('textbox', { name: 'Token' });
  await field.fill('wrong-token');
  await page.getByRole('button', { name: 'Replace the credentials' }).click();
  await page.getByText('The former credentials stay.').waitFor();
  assert.equal(
    (await world.wim.gets(`/api/connectors/${shopConnector.id}`)).credentials.fingerprint,
    shopConnector.credentials.fingerprint,
  );
  await page.goto(`/connectors/${shopConnector.id}/log`);
  await page.getByText('The service rejected the credentials. auth_refused').first().waitFor();
  await page.goto(`/connectors/${shopConnector.id}/credentials`);
  shop.accept('shop-token-canary-2');
  await field.fill('shop-token-canary-2');
  await page.getByRole('button', { name: 'Replace the credentials' }).click();
  await page.getByText(/^Replaced\. The old ones/).waitFor();
  assert.equal(await field.inputValue(), '');
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('the log contains every request, and a member sees no credentials', async () => {
  const { page } = wim;
  const [shopConnector] = (await world.wim.gets('/api/connectors')).items;
  await page.goto(`/connectors/${shopConnector.id}/log`);
  await page.getByText('a test').first().waitFor();
  await page
    .getByRole('cell', { name: /^GET .* without credentials$/ })
    .first()
    .waitFor();
  const here = page.locator('.section-tabs [aria-current=page]');
  assert.deepEqual(await here.allTextContents(), ['Call log']);
  assert.deepEqual(await violations(page), []);
  const max = await opened('Max', '/connectors');
  await max.page.getByRole('link', { name: 'Shop' }).waitFor();
  assert.equal(await max.page.getByRole('button', { name: 'New connector' }).first().isDisabled(), true);
  await max.page.goto(`/connectors/${shopConnector.id}/credentials`);
  await max.page.getByText('You may not see this').waitFor();
  await max.page.goto(`/connectors/${shopConnector.id}/log`);
  await max.page.getByText('You may not see this').waitFor();
  await max.close();
});

test('a step that the check did not reach is called not tested, not failed', async () => {
  const { page } = wim;
  const auth = { kind: 'bearer' };
  const body = {
    name: 'Nowhere',
    kind: 'http',
    base_url: 'https://nowhere.invalid',
    auth,
    credentials: { token: 't' },
  };
  const { id } = await world.wim.posts('/api/connectors', body);
  await page.goto(`/connectors/${id}`);
  await page.getByRole('button', { name: 'Check the connection' }).click();
  const steps = page.getByRole('region', { name: 'Connection check' }).getByRole('listitem');
  await steps.filter({ hasText: 'The host name cannot be resolved.' }).getByText('Fails').waitFor();
  await steps.filter({ hasText: 'Encryption' }).getByText('Not tested', { exact: true }).waitFor();
  assert.equal(await steps.getByText('Fails').count(), 1);
  assert.deepEqual(await violations(page), []);
});
