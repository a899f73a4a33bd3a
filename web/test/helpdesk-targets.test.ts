import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';

let stage: Stage;
before(async () => {
  stage = await setDesk();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('a destination can name any of more teams than one page of their list has', async () => {
  const { teams } = stage.chatdesk.workspace;
  for (let number = 1; number <= 201; number++)
    teams.push({ type: 'team', id: `${9_000 + number}`, name: `Team ${number}`, admin_ids: [] });
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  await page.goto('/routing/destinations');
  await page.getByRole('button', { name: 'New destination' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The last team');
  await dialog.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Team in the chat helpdesk' }).click();
  const target = dialog.getByRole('combobox', { name: 'Target' });
  await target.click();
  await target.fill('Team 201');
  await page.getByRole('option', { name: 'Team 201' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/routing/destinations');
    assert.equal(items.find(({ name }: { name: string }) => name === 'The last team')?.target, '9201');
  });
  await page.getByText('Team 201', { exact: true }).waitFor();
  assert.deepEqual(ada.complaints(), []);
});
