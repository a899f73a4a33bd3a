import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, goes, setDesk, signedIn } from './desk.ts';

// Where the focus is for people who use only the keyboard.
let stage: Stage;
let ada: Browser;
let passedOn: any;
before(async () => {
  stage = await setDesk();
  await customerWrites(stage, 'I want to talk to a person, please.', escalated);
  passedOn = await customerWrites(stage, 'Please let me talk to somebody.', escalated);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const focused = () => ada.page.locator(':focus');
const soon = { timeout: 10_000 };

test('a menu that Enter opens has the focus at its first item, and Escape leads back', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${passedOn.id}`);
  const button = page.getByRole('button', { name: 'More actions' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Hand over…' }).and(focused()).waitFor(soon);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Hand over' }).waitFor(soon);
  await page.keyboard.press('Escape');
  await button.and(focused()).waitFor(soon);
});

test('single keys work from the box that selects a conversation', async () => {
  const { page } = ada;
  await goes(ada, '/inbox?view=all');
  const boxes = page.getByRole('list', { name: 'Queue' }).getByRole('checkbox');
  const selected = page.getByRole('list', { name: 'Queue' }).getByRole('checkbox', { checked: true });
  // On a slow machine the list of the view before is still shown: its boxes disappear with the focus.
  await eventually(async () => {
    await ((await selected.count()) > 0 ? selected : boxes).first().focus();
    if ((await selected.count()) === 0) await page.keyboard.press('Space');
    assert.equal(await selected.and(focused()).count(), 1);
  });
  await page.keyboard.press('j');
  await page.locator('[data-row]').and(focused()).waitFor(soon);
});

test('the focus stays among the conditions of a rule when one is removed', async () => {
  const { page } = ada;
  await goes(ada, '/routing/rules/new');
  const group = page.getByRole('group', { name: 'All of these are true' });
  const add = group.getByRole('button', { name: 'Add condition' });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const remove = (n: number) => group.getByRole('button', { name: `Remove condition ${n}` });
  await remove(1).focus();
  await page.keyboard.press('Enter');
  await remove(2).waitFor({ state: 'detached' });
  await remove(1).and(focused()).waitFor(soon);
  await page.keyboard.press('Enter');
  await add.and(focused()).waitFor(soon);
});

test('the dialog of a text begins in the text', async () => {
  const { page } = ada;
  const [collection] = (await stage.world.ada.gets('/api/knowledge/collections')).items;
  const [document] = (await stage.world.ada.gets(`/api/knowledge/documents?collection_id=${collection.id}`)).items;
  await page.goto(`/knowledge/documents/${document.id}`);
  await page.getByRole('button', { name: 'Edit the text' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Text' }).and(focused()).waitFor(soon);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit the text' }).and(focused()).waitFor(soon);
});
