import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { answered, customerWrites, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
before(async () => {
  stage = await setDesk();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('a document links to the conversations whose answers cite it', async () => {
  const said = await customerWrites(stage, 'hi, i forgot my password and cannot sign in. how do i reset it?', answered);
  const [citation] = said.messages.at(-1).citations;
  const { page, complaints } = await signedIn(stage, 'Max', { width: 390 });
  await page.goto(`/knowledge/documents/${citation.document_id}`);
  await page.getByRole('tab', { name: 'Where cited' }).click();
  const link = page.getByRole('list', { name: 'Where cited' }).getByRole('link', { name: said.customer.name });
  await link.waitFor();
  assert.deepEqual(await violations(page), []);
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  await link.click();
  await page.waitForURL(({ pathname }) => pathname === `/inbox/${said.id}`);
  const other = (await stage.world.ada.gets('/api/knowledge/documents?limit=200')).items.find(
    ({ id }: { id: string }) => id !== citation.document_id,
  );
  await page.goto(`/knowledge/documents/${other.id}`);
  await page.getByRole('tab', { name: 'Where cited' }).click();
  await page.getByText('No answer cites this document yet.').waitFor();
  assert.deepEqual(complaints(), []);
});

test('every place where the keyboard stops on the page of a collection can be seen', async () => {
  const [collection] = (await stage.world.ada.gets('/api/knowledge/collections')).items;
  const { page } = await signedIn(stage, 'Ada');
  await page.goto(`/knowledge/${collection.id}`);
  const upload = page.getByRole('main').getByText('Upload files', { exact: true });
  await upload.waitFor();
  await page.getByRole('button', { name: 'Write text' }).focus();
  const stops: string[] = [];
  for (let stop = 0; stop < 3; stop++) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate<string>(`(() => {
        const focused = document.activeElement;
        return (focused.checkVisibility({ opacityProperty: true }) ? '' : 'hidden: ') + focused.textContent.slice(0, 12);
      })()`),
    );
  }
  assert.equal(stops[0], 'Upload files');
  assert.deepEqual(
    stops.filter((each) => each.startsWith('hidden')),
    [],
  );
});

test('a taught question is deleted only after a confirmation', async () => {
  const { ada } = stage.world;
  const { id: collection_id } = await ada.posts('/api/knowledge/collections', { name: 'Parking' }, 201);
  const { id } = await ada.posts(
    '/api/knowledge/documents/text',
    { collection_id, title: 'Parking', text: 'Park behind the house.' },
    202,
  );
  const questions = `/api/knowledge/documents/${id}/questions`;
  await ada.posts(questions, { text: 'Where can I leave my car?' });
  const { page } = await signedIn(stage, 'Ada');
  await page.goto(`/knowledge/documents/${id}`);
  await page.getByRole('tab', { name: 'Questions' }).click();
  const remove = page.getByRole('button', { name: 'Delete: Where can I leave my car?' });
  const dialog = page.getByRole('dialog', { name: 'Delete the question “Where can I leave my car?”?' });
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await ada.gets(questions)).items.length, 1);
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await remove.waitFor({ state: 'detached' });
  assert.equal((await ada.gets(questions)).items.length, 0);
});

test('an open document shows the passages and the versions of its new text', async () => {
  const { ada } = stage.world;
  const { id: collection_id } = await ada.posts('/api/knowledge/collections', { name: 'Opening hours' }, 201);
  const written = { collection_id, title: 'Opening hours', text: 'We are open from nine to five on weekdays.' };
  const { id } = await ada.posts('/api/knowledge/documents/text', written, 202);
  const { page } = await signedIn(stage, 'Ada');
  await page.goto(`/knowledge/documents/${id}`);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('from nine to five').waitFor();
  const replace = (text: string) => ada.posts(`/api/knowledge/documents/${id}/reingest`, { text }, 202);
  await replace('We are open from eight to six on weekdays.');
  await page.getByText('from eight to six').waitFor();
  await page.getByText('from nine to five').waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('cell', { name: 'Version 2' }).waitFor();
  await replace('We are open all day.');
  await page.getByRole('cell', { name: 'Version 3' }).waitFor();
  // A part of the page that reads the same document does not stop the page from listening.
  await page.getByRole('link', { name: 'Opening hours' }).waitFor();
  await ada.patches(`/api/knowledge/documents/${id}`, { title: 'Hours of the shop' });
  await page.getByRole('heading', { level: 1, name: 'Hours of the shop' }).waitFor();
});

test('what somebody else changes meanwhile neither replaces the words of a person who edits nor is undone', async () => {
  const { ada, wim } = stage.world;
  const { id: collection_id } = await ada.posts('/api/knowledge/collections', { name: 'Delivery' }, 201);
  const written = { collection_id, title: 'Delivery', text: 'We deliver within three days.' };
  const { id } = await ada.posts('/api/knowledge/documents/text', written, 202);
  await readyAt(id, 1);
  const { page, complaints } = await signedIn(stage, 'Ada');
  await page.goto(`/knowledge/documents/${id}`);
  await page.getByRole('button', { name: 'Edit the text' }).click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Text' });
  await field.fill('We deliver within two days, ');
  await wim.posts(`/api/knowledge/documents/${id}/reingest`, { text: 'We deliver within a week.' }, 202);
  await page.getByText('within a week').waitFor();
  await field.press('End');
  await field.pressSequentially('on islands too.');
  assert.equal(await field.inputValue(), 'We deliver within two days, on islands too.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave' }).click();

  await page.getByRole('button', { name: 'Edit details' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('No longer used from').fill('2031-05-01');
  await wim.patches(`/api/knowledge/documents/${id}`, { title: 'Delivery times' });
  await page.locator('h1', { hasText: 'Delivery times' }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { title, expires_at } = await ada.gets(`/api/knowledge/documents/${id}`);
  assert.equal(title, 'Delivery times');
  assert.ok(expires_at);
  assert.deepEqual(complaints(), []);
});

test('an admin corrects a text and sees the new version, its collection and its end', async () => {
  const { ada } = stage.world;
  const from = await ada.posts('/api/knowledge/collections', { name: 'Old articles' });
  await ada.posts('/api/knowledge/collections', { name: 'New articles' });
  const text = '# Locker hours\n\nThe lockers at the station open at six in the morning and close at ten at night.';
  const { id } = await ada.posts(
    '/api/knowledge/documents/text',
    { collection_id: from.id, title: 'Lockers', text },
    202,
  );
  await readyAt(id, 1);
  const { page, complaints } = await signedIn(stage, 'Ada', { width: 390 });
  await page.goto(`/knowledge/documents/${id}`);
  await page.getByRole('button', { name: 'Edit the text' }).click();
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Text' });
  await field.waitFor();
  assert.equal(await field.inputValue(), text);
  await field.fill(text.replace('six', 'seven'));
  assert.deepEqual(await violations(page), []);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('The lockers at the station open at seven').waitFor();
  await readyAt(id, 2);
  await page.getByRole('button', { name: 'Edit details' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Lockers at the station');
  await dialog.getByRole('combobox', { name: 'Collection' }).click();
  await page.getByRole('option', { name: 'New articles' }).click();
  await dialog.getByLabel('No longer used from').fill('2031-05-01');
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Lockers at the station' }).waitFor();
  await page.getByRole('link', { name: 'New articles' }).waitFor();
  await page.getByText('No longer used from').waitFor();
  assert.deepEqual(complaints(), []);
});

test('an admin uploads a new version of a file', async () => {
  const { ada } = stage.world;
  const { id: collection } = await ada.posts('/api/knowledge/collections', { name: 'Price lists' });
  const { page, complaints } = await signedIn(stage, 'Ada');
  await page.goto(`/knowledge/${collection}`);
  const file = (price: number) => ({
    name: 'prices.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from(`# Prices of lockers\n\nA locker at the station costs ${price} euros for each day of use.`),
  });
  await page.locator('input[type=file]').first().setInputFiles(file(4));
  await page.getByRole('link', { name: 'Prices of lockers' }).click();
  await page.getByText('costs 4 euros').waitFor();
  await page.getByLabel('Upload a new version').setInputFiles(file(5));
  await page.getByText('costs 5 euros').waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByText('Version 2').waitFor();
  assert.deepEqual(complaints(), []);
});

test('the simulator names each passage by its heading, and its link leads to that passage', async () => {
  const { ada } = stage.world;
  const { id: collection } = await ada.posts('/api/knowledge/collections', { name: 'Cellar' });
  const filler = 'Cellar rooms are dry, and everybody in the house may use the corridor between them. '.repeat(8);
  const parts = ['Keys', 'Lights', 'Bicycles', 'Prams', 'Wine'].map(
    (part) => `## ${part}\n\n${filler}${part} are fine.`,
  );
  const last = '## Archery bows\n\nArchery bows hang on the wall of the cellar beside the quivers.';
  const text = ['# Cellar rules', ...parts, last].join('\n\n');
  const rules = { collection_id: collection, title: 'Cellar rules', text, format: 'markdown' };
  const { id } = await ada.posts('/api/knowledge/documents/text', rules, 202);
  await readyAt(id, 1);
  const { page, complaints } = await signedIn(stage, 'Ada');
  await page.goto('/validation/simulate');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do archery bows hang in the cellar?');
  await page.getByRole('button', { name: 'Simulate' }).click();
  const passage = page.getByRole('link', { name: 'Cellar rules › Archery bows' });
  await page.locator('p', { has: passage }).getByText('words of the title 100%').waitFor();
  await passage.click();
  await page.waitForURL(({ pathname }) => pathname === `/knowledge/documents/${id}`);
  const marked = page.locator('[aria-current=true]').filter({ hasText: 'beside the quivers' });
  await marked.waitFor();
  await eventually(async () => {
    const box = await marked.boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height <= 800, 'the passage is in view');
  });
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(complaints(), []);
});

test('the simulator shows a needed threshold that suffices', async () => {
  const { page } = await signedIn(stage, 'Ada');
  await page.route('**/outcome/simulate', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const overlay = { settings: { thresholds: { answer: 0.929302, clarify: 0.4 } } };
    const change = {
      kind: 'threshold',
      change: '',
      rule_id: null,
      overlay,
      outcome: 'clarify',
      reason: 'ambiguous',
      destination: null,
    };
    json.confidence.value = 0.929301;
    json.counterfactuals = [change];
    await route.fulfill({ response, json });
  });
  await page.goto('/validation/simulate');
  await page.getByRole('textbox', { name: 'Message' }).fill('Where do archery bows hang in the cellar?');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByText('0.9294').waitFor();
});

/** Waits until this version of a document serves. */
const readyAt = (id: string, version: number) =>
  eventually(async () => {
    const document = await stage.world.ada.gets(`/api/knowledge/documents/${id}`);
    assert.equal(document.active_version, version);
    assert.equal(document.status, 'ready');
  });
