import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

const lab = '/api/knowledge/validation';

let stage: Stage;
let wim: Browser;
before(async () => {
  stage = await setDesk();
  wim = await signedIn(stage, 'Wim');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const turns = [{ customer: 'Let me talk to a person.' }];
const oneCase = (id: string, outcome: string) => ({ id, name: id, tags: [id], turns, expect: { outcome } });

async function ran(wish: object): Promise<string> {
  const { id } = await stage.world.wim.posts(`${lab}/suite/run`, wish, 202);
  await eventually(async () => assert.equal((await stage.world.wim.gets(`${lab}/runs/${id}`)).status, 'completed'));
  return id;
}

test('a run of some cases says so, and the suite keeps the last result of the others', async () => {
  const { page } = wim;
  const cases = [oneCase('first', 'escalate'), oneCase('second', 'answer')];
  await stage.world.wim.puts(`${lab}/suite`, { cases });
  const whole = await ran({});
  await page.goto('/validation/suite');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }).first() });
  await row('second').getByRole('link', { name: 'Failed' }).waitFor();
  const some = await ran({ tags: ['first'] });
  await page.locator(`a[href="/validation/runs/${some}"]`).getByText('Passed').waitFor();
  await page.locator(`a[href="/validation/runs/${whole}"]`).getByText('Failed').waitFor();
  assert.deepEqual(await violations(page), []);

  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page.getByRole('cell', { name: /1 passed, 0 failed.*only some of the cases/ }).waitFor();
  assert.equal(await page.getByText('only some of the cases').count(), 1);
  await ran({});
  await page.getByText('50% in the last of 2 runs').waitFor();
  await page.goto(`/validation/runs/${some}`);
  await page.getByText('only some of the cases').waitFor();
});

test('an earlier version of the suite is restored, but not over one that was saved meanwhile', async () => {
  const { page } = wim;
  const suite = async () => stage.world.wim.gets(`${lab}/suite`);
  const { version: good } = await suite();
  const saves = async (...cases: object[]) =>
    stage.world.wim.calls('PUT', `${lab}/suite`, { cases }, { 'if-match': '*' });
  assert.equal((await saves(oneCase('third', 'answer'))).status, 200);
  await page.goto('/validation/suite');
  await page.getByRole('link', { name: 'Earlier versions' }).click();
  await page.getByRole('listitem').filter({ hasText: 'In force' }).getByText('1 case').waitFor();
  assert.deepEqual(await violations(page), []);

  const restore = page.getByRole('button', { name: `Restore revision ${good}` });
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Restore' });
  assert.equal((await saves(oneCase('fourth', 'answer'))).status, 200);
  await restore.click();
  await sure.click();
  await page.getByRole('alert').waitFor();
  assert.deepEqual(
    (await suite()).cases.map(({ id }: any) => id),
    ['fourth'],
  );

  await page.getByText(`Revision ${good + 2}`).waitFor();
  await restore.click();
  await sure.click();
  await page.getByText(`Revision ${good + 3}`).waitFor();
  assert.deepEqual(
    (await suite()).cases.map(({ id }: any) => id),
    ['first', 'second'],
  );
});
