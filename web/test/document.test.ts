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
