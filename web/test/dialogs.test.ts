import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { violations } from './violations.ts';
import { escalated, customerWrites, goes, setDesk, signedIn } from './desk.ts';

let stage: Stage;
let ada: Browser;
let passedOn: any;
let collection: any;
let document: any;
before(async () => {
  stage = await setDesk();
  passedOn = await customerWrites(stage, 'I want to talk to a person, please.', escalated);
  [collection] = (await stage.world.ada.gets('/api/knowledge/collections')).items;
  [document] = (await stage.world.ada.gets(`/api/knowledge/documents?collection_id=${collection.id}`)).items;
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const dialogs: [path: () => string, open: string | RegExp, verb: string, field: string | RegExp][] = [
  [() => '/routing/tags', 'New tag', 'Create', 'Name'],
  [() => '/routing/destinations', 'New destination', 'Create', 'Name'],
  [() => '/knowledge', 'New collection', 'Create', 'Name'],
  [() => '/validation/suite', 'New case', 'Create', 'Name'],
  [() => `/knowledge/${collection.id}`, 'Write text', 'Create', 'Title'],
  [() => `/knowledge/${collection.id}`, 'Edit', 'Save', 'Name'],
  [() => `/knowledge/documents/${document.id}`, 'Edit details', 'Save', 'Title'],
  [() => '/settings/members', 'Invite', 'Invite', /^E-mail/],
  [() => '/settings/members', 'New workspace', 'Create', 'Name'],
  [() => '/settings/api-keys', 'New key', 'Create', /^Name/],
  [() => '/settings/webhooks', 'New webhook', 'Create', /^Address/],
];

for (const [path, open, verb, field] of dialogs) {
  test(`“${String(open)}” has its verb at the end, and loses no words`, async () => {
    const { page } = ada;
    await goes(ada, path());
    await page.getByRole('main').getByRole('button', { name: open, exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    const button = await dialog.getByRole('button', { name: verb, exact: true }).boundingBox();
    const foot = await dialog.locator('.dialog-foot').boundingBox();
    assert.ok(button && foot && button.width < foot.width / 2, 'as wide as its words');
    assert.ok(Math.abs(button.x + button.width - foot.x - foot.width) < 2, 'at the end');
    await dialog.getByRole('textbox', { name: field }).first().fill('Some words');
    await page.keyboard.press('Escape');
    await page.getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  });
}

test('a role is chosen with the keyboard from the first key, and a choice alone is not lost either', async () => {
  const { page } = ada;
  const focused = page.locator(':focus');
  const asks = async (leave: boolean) => {
    await page.keyboard.press('Escape');
    await page.getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: leave ? 'Leave' : 'Cancel', exact: true }).click();
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
  };
  await goes(ada, '/settings/members');
  await page.getByRole('button', { name: 'Change Max' }).click();
  const roles = page.getByRole('dialog', { name: 'Change Max' });
  await roles.getByRole('radio', { name: 'member', exact: true }).and(focused).waitFor();
  await page.keyboard.press('ArrowDown');
  await asks(true);
  await roles.waitFor({ state: 'detached' });

  await goes(ada, '/settings/api-keys');
  await page.getByRole('main').getByRole('button', { name: 'New key' }).first().click();
  const key = page.getByRole('dialog', { name: 'New key' });
  await key.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'workspace admin' }).click();
  await asks(false);
  assert.equal(await key.getByRole('combobox', { name: 'Role' }).inputValue(), 'workspace admin');
  await asks(true);
  await key.waitFor({ state: 'detached' });
});

test('the handover has its verb at the end', async () => {
  const { page } = ada;
  await goes(ada, `/inbox/${passedOn.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem').first().click();
  const foot = page.getByRole('dialog').locator('.dialog-foot');
  await foot.getByRole('button', { name: 'Hand over' }).waitFor();
  assert.equal(await foot.getByRole('button').count(), 1);
});

test('the internal queue gets a name in the language of its organization, and nothing else', async () => {
  const { page } = ada;
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').first().waitFor({ state: 'detached' });
  await goes(ada, '/routing/destinations');
  await page.getByRole('button', { name: 'Internal queue' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Interne Warteschlange');
  assert.equal(await dialog.getByRole('combobox').count(), 0);
  assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('table').getByRole('button', { name: 'Interne Warteschlange' }).waitFor();
  const { items } = await stage.world.ada.gets('/api/routing/destinations');
  assert.equal(items.find((each: any) => each.built_in).name, 'Interne Warteschlange');
});

test('Escape in the question above a dialog closes the question alone', async () => {
  const { page } = ada;
  const tag = await stage.world.ada.posts('/api/routing/tags', { name: 'venues' });
  await goes(ada, '/routing/tags');
  await page.getByRole('button', { name: 'venues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tag' });
  const words = dialog.getByRole('textbox', { name: 'Description' });
  await words.fill('Barns and halls');
  await stage.world.wim.patches(`/api/routing/tags/${tag.id}`, { description: 'Barns' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Somebody changed this in the meantime' });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('dialog').count(), 1);
  assert.equal(await words.inputValue(), 'Barns and halls');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
});

test('what is typed right after a dialog was opened is written in it, also on a slow machine with moving pictures', async () => {
  const { page, context, close } = await signedIn(stage, 'Ada');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await goes({ page } as Browser, '/routing/tags');
  const open = page.getByRole('button', { name: 'New tag' }).first();
  await open.focus();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.keyboard.press('Enter');
  await page.keyboard.type('gi refund');
  const name = page.getByRole('dialog', { name: 'New tag' }).getByRole('textbox', { name: 'Name' });
  assert.equal(await name.inputValue(), 'gi refund');
  assert.equal(new URL(page.url()).pathname, '/routing/tags');
  await close();
});

test('an open menu belongs to a landmark', async () => {
  const { page } = ada;
  await goes(ada, `/inbox/${passedOn.id}`);
  for (const name of ['More actions', 'Account: Ada']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('menuitem').first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
});
