import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
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
});
