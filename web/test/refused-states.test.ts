import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { closeBrowsers, type Browser } from './browser.ts';
import { goes, signedIn } from './desk.ts';
import { everyScreen, isLoaded, named, setWalk } from './every-screen.ts';
import { violations } from './violations.ts';

// Every screen with failed or refused reads, checked as in states.test.ts: no axe violation, and no console error.
let stage: Awaited<ReturnType<typeof setWalk>>['stage'];
let ids: Awaited<ReturnType<typeof setWalk>>['ids'];
let browser: Browser;
before(async () => {
  ({ stage, ids } = await setWalk());
  browser = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const refusals = {
  error: { status: 500, title: 'Internal Server Error', code: 'internal_error', detail: 'Something went wrong.' },
  forbidden: { status: 403, title: 'Forbidden', code: 'forbidden', detail: 'No.', required_role: 'org_admin' },
};
const shown = {
  error: (page: Page) => page.locator('main').getByText('Request req-1').first(),
  forbidden: (page: Page) => page.locator('main').getByText('You may not see this').first(),
};

/** Refuses every read except those of the session, from now on. */
const refuse = (page: Page, state: keyof typeof refusals) =>
  page.route(/\/api\/(?!auth\/|events)/, (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const body = JSON.stringify({ ...refusals[state], request_id: 'req-1' });
    return route.fulfill({ status: refusals[state].status, contentType: 'application/problem+json', body });
  });

for (const state of ['error', 'forbidden'] as const) {
  test(`every read is refused: ${state}`, async () => {
    await browser.page.unrouteAll({ behavior: 'wait' });
    await refuse(browser.page, state);
    await browser.page.goto('/nowhere');
    await browser.page.getByText('Page not found').first().waitFor();
  });

  for (const { path, heading, form, back } of everyScreen) {
    test(`${path(named)}, ${state}`, async () => {
      await goes(browser, path(ids));
      if (form) await isLoaded(browser, heading);
      else await shown[state](browser.page).waitFor();
      const title = await browser.page.locator('main h1').textContent();
      assert.doesNotMatch(title ?? '', /went wrong|may not see/, 'the page still says what it is');
      if (back) await browser.page.getByRole('main').getByRole('link', { name: back, exact: true }).waitFor();
      assert.deepEqual(await violations(browser.page, { within: 'main' }), []);
      // The browser itself logs each refused read.
      assert.deepEqual(browser.complaints(/Failed to load resource/), []);
    });
  }

  test(`a conversation leaves the way back to the queue on a phone, ${state}`, async () => {
    const { page } = browser;
    await page.setViewportSize({ width: 390, height: 844 });
    await goes(browser, `/inbox/${ids.conversation.id}`);
    await shown[state](page).waitFor();
    await page.getByRole('button', { name: 'Back to the queue' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/inbox');
  });
}
