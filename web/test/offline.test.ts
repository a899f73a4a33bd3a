import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, setDesk, signedIn } from './desk.ts';

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
  test(`without a network ${path} says so before one saves, and lets one save when it is back`, async () => {
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

test('without a network no button saves outside of a form either', async () => {
  const { page, context } = ada;
  const conversation = await customerWrites(stage, 'How can I reset my password?', answered);
  const screens: [path: string, button: RegExp][] = [
    ['/validation/playground', /^New conversation$/],
    ['/settings/members', /^Remove /],
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
