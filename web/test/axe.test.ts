import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, escalated, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let browser: Browser;
let passedOn: any;
before(async () => {
  stage = await setDesk();
  await customerWrites(stage, 'hi, i forgot my password and cannot sign in. how do i reset it?', answered);
  passedOn = await customerWrites(stage, 'do you offer a student discount for universities in Norway?', escalated);
  browser = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const screens: [name: string, open: (page: Page) => Promise<unknown>][] = [
  ['an empty queue', (page) => page.goto('/inbox?q=zzz').then(() => page.getByText('Nothing matches').waitFor())],
  [
    'a conversation of another organization',
    (page) =>
      page
        .goto('/inbox/01a206a8-ff7b-742f-ba55-2a898b4ebe36')
        .then(() => page.getByText('Not in this organization').waitFor()),
  ],
  [
    'an address that leads nowhere',
    (page) => page.goto('/nowhere').then(() => page.getByText('Page not found').waitFor()),
  ],
  [
    'the form to register',
    (page) => page.goto('/register').then(() => page.getByText('Create your account').waitFor()),
  ],
  ['the form for a link', (page) => page.goto('/forgot').then(() => page.getByText('Reset your password').waitFor())],
  [
    'the form for a password',
    (page) => page.goto('/reset?token=x').then(() => page.getByText('Choose a new').waitFor()),
  ],
  [
    'a used invitation',
    (page) => page.goto('/register?token=x').then(() => page.getByText('no longer valid').waitFor()),
  ],
  ['a broken return', (page) => page.goto('/auth/callback').then(() => page.getByText('was not completed').waitFor())],
  ['the sign-in', (page) => page.goto('/login').then(() => page.getByText('Welcome back').waitFor())],
];

for (const [name, open] of screens) {
  test(`${name} has no axe violation`, async () => {
    await browser.page.setViewportSize({ width: 1280, height: 800 });
    await open(browser.page);
    assert.deepEqual(await violations(browser.page), []);
  });
}

test('a failed read is shown without a violation, and Retry reads again', async () => {
  const { page } = browser;
  const problem = { status: 500, title: 'Internal Server Error', detail: 'Something went wrong.', request_id: 'req-1' };
  // With live events the list might be read again before the button is used.
  await page.route('**/api/events', (route) => route.abort());
  await page.route('**/api/conversations?**', (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.goto('/inbox?view=ai');
  await page.getByRole('alert').getByText('Request req-1').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unroute('**/api/conversations?**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('list', { name: 'Queue' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

// A modal's `header` comes from Mantine; an element behind an open modal is no landmark.
const behindDialog = ['landmark-no-duplicate-banner', 'landmark-unique'];

test('dialogs, the palette and the shortcut sheet have no axe violation', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/inbox/${passedOn.id}`);
  await page.getByRole('log').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Single-key shortcuts').waitFor();
  assert.deepEqual(await violations(page, { passed: behindDialog }), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByText('Go to Inbox').waitFor();
  assert.deepEqual(await violations(page, { passed: behindDialog }), []);
});

test('an open tooltip belongs to a landmark, and has no axe violation', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/settings/members');
  await page.getByRole('table', { name: 'Members' }).waitFor();
  await page.getByRole('banner').getByText('Live', { exact: true }).hover();
  await page.getByRole('tooltip').waitFor();
  assert.deepEqual(await violations(page), []);
});
