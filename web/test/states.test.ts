import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { closeBrowsers, type Browser } from './browser.ts';
import { goes, signedIn } from './desk.ts';
import { everyScreen, isLoaded, named, setWalk } from './every-screen.ts';
import { violations } from './violations.ts';

// The budget of the client: no axe violation on every screen × light, dark × 390, 1280 px × data and empty (here), error and forbidden
// (refused-states.test.ts); and no console error. One desk: Ada's organization has one of everything, Mallory's has nothing. Each state
// navigates within one page, as people do, so that the client is loaded twice and not some hundred times.
let stage: Awaited<ReturnType<typeof setWalk>>['stage'];
let ids: Awaited<ReturnType<typeof setWalk>>['ids'];
let browser: Browser;
before(async () => {
  ({ stage, ids } = await setWalk());
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('the table contains every page of the desk', () => {
  // Other addresses of pages in the table.
  const others = new Set(['/', '/routing', '/validation']);
  const shape = (path: string) => path.replace(/\?.*/, '').replaceAll(/\{-?\$?\w+\}|\$\w+/g, '$');
  const pages = globSync('web/src/**/*.pages.ts').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split("path: '")
      .slice(1)
      .filter((page) => !page.includes('open: true'))
      .map((page) => shape(page.split("'")[0] ?? '')),
  );
  assert.ok(pages.length > 30);
  const inTable = new Set(
    everyScreen.map(({ path }) => shape(path(named).replace('/chatdesk/callback', '/$/callback'))),
  );
  assert.deepEqual(
    pages.filter((page) => !others.has(page) && !inTable.has(page)),
    [],
  );
});

test('Ada, whose organization has one of everything, signs in', async () => {
  browser = await signedIn(stage, 'Ada');
});

for (const { path, heading } of everyScreen) {
  test(`${path(named)} with data`, async () => {
    await goes(browser, path(ids));
    await isLoaded(browser, heading);
    assert.deepEqual(await violations(browser.page), []);
    assert.deepEqual(browser.complaints(), []);
  });
}

test('Mallory, whose organization has nothing, signs in', async () => {
  await browser.close();
  browser = await signedIn(stage, 'Mallory');
});

for (const { path, heading, empty } of everyScreen) {
  if (!empty) continue;
  test(`${path(named)} with nothing`, async () => {
    await goes(browser, path(ids));
    await isLoaded(browser, heading);
    await browser.page.locator('main').getByText(empty).first().waitFor();
    assert.deepEqual(await violations(browser.page, { within: 'main' }), []);
    assert.deepEqual(browser.complaints(), []);
  });
}
