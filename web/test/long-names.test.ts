import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { oneOfEach, postmarkLogin, type Resources } from '../../server/test/isolation/resources.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { goes, setDesk, signedIn } from './desk.ts';
import { everyScreen, named } from './every-screen.ts';

// Names, addresses and domains without a place to break: fifty of the widest letter are as wide as a hundred others.
const unbroken = 'W'.repeat(50);
let stage: Stage;
let ids: Resources;
let browser: Browser;
before(async () => {
  stage = await setDesk({ environment: { EMAIL_INBOUND_BASIC: postmarkLogin } });
  ids = await oneOfEach(stage.server, stage.world.ada, unbroken);
  await stage.world.ada.patches('/api/organizations/me', { name: unbroken });
  for (const { patches } of [stage.world.ada, stage.world.wim]) await patches('/api/auth/me', { name: unbroken });
  browser = await signedIn(stage, 'Ada');
  // The longest words of the languages here.
  await stage.world.ada.patches('/api/auth/me', { locale: 'de' });
  await browser.page.reload();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

// In pixels.
const pageIsTooWideBy = 'document.documentElement.scrollWidth - innerWidth';
const tablesTooWide = `[...document.querySelectorAll('main .data-table .mantine-ScrollArea-viewport')]
  .map((each) => [each.querySelector('table').ariaLabel, each.scrollWidth - each.clientWidth]).filter(([, over]) => over > 1)`;
// Of what is cut on purpose, and says so by an ellipsis, the letters are whole.
const cut = `(() => {
  const badges = [...document.querySelectorAll('main .mantine-Badge-label')].filter((each) => each.scrollWidth > each.clientWidth);
  const lines = [...document.querySelectorAll('main *')].filter((each) => {
    if (![...each.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim())) return false;
    const { overflowY, clipPath, fontSize } = getComputedStyle(each);
    return overflowY === 'hidden' && clipPath === 'none' && each.checkVisibility() && each.clientHeight < parseFloat(fontSize) * 1.2;
  });
  return [...badges, ...lines].map(({ textContent }) => textContent);
})()`;

for (const { path } of everyScreen) {
  test(`${path(named)} with long names shows every column of its tables, cuts no letter, and fits its window`, async () => {
    const { page } = browser;
    await goes(browser, path(ids));
    await page.locator('main h1').first().waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const over = Math.max(0, await page.evaluate<number>(pageIsTooWideBy));
      const tables = await page.evaluate<[label: string, by: number][]>(tablesTooWide);
      assert.deepEqual({ width, over, tables: String(tables) }, { width, over: 0, tables: '' });
    }
    assert.deepEqual(await page.evaluate<string[]>(cut), []);
  });
}
