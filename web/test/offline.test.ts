import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, goes, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

const pictures = process.env['PICTURES'];

let stage: Stage;
let ada: Browser;
before(async () => {
  stage = await setDesk();
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const forms: [path: string, open: string | null, send: string][] = [
  ['/settings/profile', null, 'Change password'],
  ['/settings/api-keys', 'New key', 'Create'],
  ['/settings/members', 'Invite', 'Invite'],
];

for (const [path, open, send] of forms) {
  test(`without a network ${path} disables saving with a reason, and enables it when the network is back`, async () => {
    const { page, context } = ada;
    await page.goto(path);
    if (open) await page.getByRole('button', { name: open }).first().click();
    const within = open ? page.getByRole('dialog') : page;
    const button = within.getByRole('button', { name: send, exact: true });
    await button.waitFor();
    await context.setOffline(true);
    try {
      await button.and(page.locator(':disabled')).waitFor();
      await button.locator('xpath=..').hover();
      await page.getByRole('tooltip', { name: 'You are offline' }).waitFor();
    } finally {
      await context.setOffline(false);
    }
    await button.and(page.locator(':enabled')).waitFor();
    assert.deepEqual(ada.complaints(/ERR_INTERNET_DISCONNECTED|Failed to load resource/), []);
  });
}

test('without a network a button outside of a form does not save either', async () => {
  const { page, context } = ada;
  const conversation = await customerWrites(stage, 'How can I reset my password?', answered);
  await stage.world.ada.posts('/api/api-keys', { name: 'Nightly', role: 'member' });
  const screens: [path: string, button: RegExp][] = [
    ['/validation/playground', /^New conversation$/],
    ['/settings/members', /^Remove /],
    ['/settings/api-keys', /^Revoke Nightly$/],
    [`/inbox/${conversation.id}`, /^Good answer$/],
  ];
  for (const [path, name] of screens) {
    await page.goto(path);
    const button = page.getByRole('button', { name }).first();
    await button.and(page.locator(':enabled')).waitFor();
    await context.setOffline(true);
    try {
      await button.and(page.locator(':disabled')).waitFor();
    } finally {
      await context.setOffline(false);
    }
    await button.and(page.locator(':enabled')).waitFor();
  }
});

test('a page that was not loaded before the network failed says so, the rest stays, and it opens once the network is back', async () => {
  const { page, context, close } = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  await page.goto('/inbox');
  await page.getByText('Live', { exact: true }).waitFor();
  await context.setOffline(true);
  try {
    // Use the keyboard: pointing at the link would preload the page.
    await page.getByRole('navigation').first().getByRole('link', { name: 'Reports' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
    await page.getByText('The page opens when the network is back.').waitFor();
    await page.getByText(/^Offline since/).waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/not-loaded.png` });
    assert.deepEqual(await violations(page), []);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Inbox' }).press('Enter');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await page.getByRole('navigation').first().getByRole('link', { name: 'Reports' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
  } finally {
    await context.setOffline(false);
  }
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await close();
});

test('without a network, what was not read before is not awaited for ever: it says so, and is read once the network is back', async () => {
  const browser = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  const { page, context } = browser;
  const chats = async (name: string) => {
    const event = stage.chatdesk.events.userCreated({
      text: 'Hello',
      customer: { name, email: `${name}@customer.test` },
    });
    await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
    return (await conversationOf(stage, event.conversationId)).customer;
  };
  const [read, unread] = [await chats('Robin'), await chats('Sam')];
  await page.goto(`/customers/${read.id}`);
  await page.getByRole('heading', { name: 'Identities' }).waitFor();
  await context.setOffline(true);
  try {
    await page.getByText('You see what was loaded before').waitFor();
    await goes(browser, `/customers/${unread.id}`);
    const said = page.getByRole('heading', { name: 'No connection' });
    await said.waitFor();
    assert.deepEqual(await violations(page), []);
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith(unread.id));
    await page.getByRole('button', { name: 'Retry' }).click();
    await asked;
    await said.waitFor();
  } finally {
    await context.setOffline(false);
  }
  await page.getByRole('heading', { name: 'Identities' }).waitFor();
  await browser.close();
});

test('a client whose code is gone from the server is replaced by the newer one, once', async () => {
  const { page, close } = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  await page.goto('/inbox');
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  // While the server is down, the client is not reloaded: the browser would show its own error page.
  const isAway = (address: URL) => address.pathname === '/' || address.pathname.includes('/assets/destinations.page-');
  await page.route(isAway, (route) => route.abort());
  await page.getByRole('navigation').first().getByRole('link', { name: 'Routing' }).click();
  await page.getByRole('link', { name: 'Destinations' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  assert.equal(await page.evaluate(`sessionStorage.getItem('frontdesk.reloaded')`), null);
  await page.unrouteAll();
  await page.getByRole('navigation').first().getByRole('link', { name: 'Inbox' }).click();
  let missing = 0;
  await page.route(/\/assets\/tags\.page-.*\.js/, async (route) => {
    missing += 1;
    await route.fulfill({ status: 404, body: '' });
  });
  await page.getByRole('navigation').first().getByRole('link', { name: 'Routing' }).click();
  await page.getByRole('link', { name: 'Tags' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/routing/tags');
  assert.ok(missing >= 2, 'it was asked for again by a client that was loaded anew');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  await close();
});

test('a desk whose code does not arrive says so as a page does, and opens on request', async () => {
  const { page, close } = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  await page.route(/\/assets\/desk-.*\.js/, (route) => route.abort());
  await page.goto('/routing/tags');
  const said = page.getByRole('heading', { level: 1, name: 'This page could not be loaded' });
  await said.waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  await close();
});

test('a part of a page whose code does not arrive says so, what is typed beside it stays, and it appears on request', async () => {
  const { page, close } = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  const { promise: typed, resolve: isTyped } = Promise.withResolvers<void>();
  const isTest = (address: URL) => /\/assets\/rule-(test|told)-.*\.js/.test(address.pathname);
  await page.route(isTest, async (route) => {
    await typed;
    await route.abort();
  });
  await page.goto('/routing/rules/new');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Weddings');
  isTyped();
  const said = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
  await said.nth(1).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unrouteAll();
  await said.first().getByRole('button', { name: 'Retry' }).click();
  await said.nth(1).waitFor({ state: 'detached' });
  await said.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('region', { name: 'Try it on a message' }).waitFor();
  assert.equal(await name.inputValue(), 'Weddings');
  await close();
});

test('a dialog that was not loaded before the network failed says so, and opens once the network is back', async () => {
  const conversation = await customerWrites(stage, 'How can I reset my password?', answered);
  const { page, context, close } = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  await page.goto(`/inbox/${conversation.id}`);
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.waitFor();
  await context.setOffline(true);
  const dialog = page.getByRole('dialog');
  try {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Hand over…' }).click();
    await dialog.getByText('It appears when the network is back.').waitFor();
    if (pictures) await page.screenshot({ path: `${pictures}/dialog-not-loaded.png` });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await menu.and(page.locator(':focus')).waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Hand over…' }).click();
    await dialog.getByText('It appears when the network is back.').waitFor();
  } finally {
    await context.setOffline(false);
  }
  await dialog.getByRole('textbox', { name: 'Note for colleagues' }).waitFor();
  await close();
});

test('a part that is gone from the server offers the newer client', async () => {
  const { page, close } = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  await page.route(/\/assets\/rule-test-.*\.js/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.route('**/api/routing/**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-app-version': 'newer' } });
  });
  await page.goto('/routing/rules/new');
  const said = page.getByText('This part could not be loaded, because there is a new version of Frontdesk.');
  await said.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  const reloaded = page.waitForEvent('load');
  await said.locator('xpath=..').getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await close();
});

test('messages whose code was not loaded at first are shown once it is', async () => {
  const conversation = await customerWrites(stage, 'How can I reset my password?', answered);
  const { page, close } = await signedIn(stage, 'Ada', { width: 1_280, height: 800 });
  let asked = 0;
  await page.route(/\/assets\/toasts-.*\.js/, (route) => (++asked === 1 ? route.abort() : route.continue()));
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).waitFor();
  assert.equal(asked, 2);
  await close();
});
