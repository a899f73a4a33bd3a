import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { stringify } from 'yaml';
import { shopDocument } from '../../server/test/providers/shop/document.ts';
import { startShop, type Shop } from '../../server/test/providers/shop/shop.ts';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let shop: Shop;
let wim: Browser;
let folder: string;
before(async () => {
  [shop, stage] = await Promise.all([startShop(), setDesk()]);
  folder = await mkdtemp(join(tmpdir(), 'desk-documents-'));
  wim = await signedIn(stage, 'Wim');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
  await shop.close();
  await rm(folder, { recursive: true });
});

const fileOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Chooses a file with the button and the system's dialog, as people do. */
async function choose(path: string): Promise<void> {
  const fileChooser = wim.page.waitForEvent('filechooser');
  await wim.page.getByRole('button', { name: 'Upload a document' }).click();
  await (await fileChooser).setFiles(path);
}

async function create(name: string, address?: string): Promise<void> {
  const { page } = wim;
  await page.goto('/connectors/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Base address' }).fill(shop.url);
  if (address) await page.getByRole('textbox', { name: 'Address of its OpenAPI document' }).fill(address);
  await page.getByRole('textbox', { name: 'Token' }).fill(shop.keys.token);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByText('Everything works.').waitFor();
  await page.getByRole('link', { name: 'Schema' }).first().click();
  await page.getByText('No schema yet').waitFor();
}

const formats = [
  ['JSON', 'shop.json', (document: unknown) => JSON.stringify(document, null, 2)],
  ['YAML', 'shop.yaml', (document: unknown) => stringify(document)],
] as const;

for (const [format, file, write] of formats) {
  test(`a shop without an address for its document gets a template from a ${format} file`, async () => {
    const { page } = wim;
    await create(`Shop in ${format}`);
    // Without an address there is no button that reads the document.
    assert.equal(await page.getByRole('button', { name: 'Take it now' }).count(), 0);
    await choose(fileOf(file, 'openapi: 3.1.0\n  paths: ['));
    await page.getByRole('alert').getByText('The document was not taken').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1280, height: 900 });

    // Choose the same file, corrected.
    await choose(fileOf(file, write(shopDocument())));
    await page.getByText('The document was read.').waitFor();
    await page.getByText('2 operations').waitFor();
    assert.equal(await page.getByText('The document was not taken').count(), 0);
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1280, height: 900 });

    // Cause drift with the next file: the state of an order has become a number.
    await choose(fileOf(file, write(shopDocument({ state: { type: 'integer' } }))));
    await page.getByText('Changed since the last one').waitFor();
    await page.getByText('Breaking').waitFor();

    await page.getByRole('button', { name: '/orders/{number}' }).first().click();
    await page.getByRole('button', { name: 'Make a template' }).first().click();
    await page.getByRole('heading', { name: 'Test', exact: true }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Path' }).inputValue(), '/orders/{number}');
    assert.deepEqual(wim.complaints(/schema-snapshot|openapi-document/), []);
  });
}

test('a file that would replace an address needs a confirmation', async () => {
  const { page } = wim;
  await create('Shop with an address', `${shop.url}/openapi.json`);
  await page.getByRole('button', { name: 'Take it now' }).click();
  await page.getByText('2 operations').waitFor();
  const path = fileOf('instead.json', JSON.stringify(shopDocument()));
  await choose(path);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const [connector] = (await stage.world.wim.gets('/api/connectors?limit=200')).items.filter(
    (each: any) => each.name === 'Shop with an address',
  );
  assert.equal(connector.openapi_url, `${shop.url}/openapi.json`);
  await choose(path);
  await page.getByRole('button', { name: 'Use the file' }).click();
  await page.getByText('The document was read.').waitFor();
  assert.equal((await stage.world.wim.gets(`/api/connectors/${connector.id}`)).openapi_url, null);
});

test('a file that is too large is refused before it is sent', async () => {
  await choose(fileOf('large.json', ' '.repeat(5 * 1_048_576 + 1)));
  await wim.page.getByRole('alert').getByText('It is larger than 5 MB.').waitFor();
});
