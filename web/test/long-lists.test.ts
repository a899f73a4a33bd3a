import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowsers, type Browser } from './browser.ts';
import { signedIn } from './desk.ts';
import { setWalk } from './every-screen.ts';

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

type Row = Record<string, unknown>;
const named = (name: string) => (row: Row) => ({ ...row, id: crypto.randomUUID(), name });

interface LongList {
  /** The address of the page, and the path of the list that it reads. */
  page: () => string;
  list: () => string;
  last: (row: Row) => Row;
  /** The words of the last row. */
  shows: string;
  tab?: string;
}

/** Answers with the list of the server as the first page, and with one more row as the second, after `meanwhile`. */
async function inTwoPages(
  { page }: Browser,
  { list, last }: LongList,
  meanwhile = (): Promise<unknown> => Promise.resolve(),
): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === list(),
    async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const address = new URL(route.request().url());
      const isSecond = address.searchParams.get('cursor') === 'second';
      if (isSecond) await meanwhile();
      address.searchParams.delete('cursor');
      const response = await route.fetch({ url: address.href });
      const { items } = (await response.json()) as { items: Row[] };
      assert.ok(items[0]);
      const json = isSecond ? { items: [last(items[0])], next_cursor: null } : { items, next_cursor: 'second' };
      return route.fulfill({ response, json });
    },
  );
}

const list = (page: string, path: string, shows: string): LongList => ({
  page: () => page,
  list: () => path,
  last: named(shows),
  shows,
});

const wholeLists: readonly LongList[] = [
  list('/routing/tags', '/api/routing/tags', 'The last tag'),
  list('/routing/destinations', '/api/routing/destinations', 'The last destination'),
  list('/routing/rules', '/api/routing/rules', 'The last rule'),
  list('/connectors', '/api/connectors', 'The last connector'),
  {
    ...list('', '', 'The last template'),
    page: () => `/connectors/${ids.connector.id}/templates`,
    list: () => `/api/connectors/${ids.connector.id}/templates`,
  },
];
for (const each of wholeLists)
  test(`${each.shows} is on the page although the list has more than one page`, async () => {
    await inTwoPages(browser, each);
    await browser.page.goto(each.page());
    await browser.page.locator('main').getByText(each.shows).first().waitFor();
    await browser.page.unrouteAll({ behavior: 'wait' });
  });

const longLists: readonly LongList[] = [
  {
    ...list('/channels/email', '/api/channels/email/domains', 'last.test'),
    last: (row) => ({ ...row, id: crypto.randomUUID(), domain: 'last.test' }),
  },
  {
    ...list('', '', 'Version 99'),
    page: () => `/knowledge/documents/${ids.document.id}`,
    list: () => `/api/knowledge/documents/${ids.document.id}/versions`,
    last: (row) => ({ ...row, version: 99 }),
    tab: 'Versions',
  },
  {
    ...list('', '', 'The last question'),
    page: () => `/knowledge/documents/${ids.document.id}`,
    list: () => `/api/knowledge/documents/${ids.document.id}/questions`,
    last: (row) => ({ ...row, id: crypto.randomUUID(), text: 'The last question' }),
    tab: 'Questions',
  },
  list('/knowledge', '/api/knowledge/collections', 'The last collection'),
  {
    ...list('/validation/playground', '/api/knowledge/validation/playground/conversations', 'The last try'),
    last: (row) => ({ ...row, id: crypto.randomUUID(), title: 'The last try' }),
  },
];
for (const each of longLists)
  test(`“${each.shows}” is on the page after “Show more”`, async () => {
    const { page } = browser;
    await inTwoPages(browser, each);
    await browser.page.goto(each.page());
    if (each.tab) await page.getByRole('tab', { name: each.tab }).click();
    await page.locator('main').getByRole('button', { name: 'Show more' }).first().click();
    await page.locator('main').getByText(each.shows).first().waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

test('“Show more” shows more although the list changes while its next page is read', async () => {
  const { page } = browser;
  const collections = list('/knowledge', '/api/knowledge/collections', 'The last collection');
  let changes = 0;
  await inTwoPages(browser, collections, async () => {
    if (changes++) return;
    const readAgain = page.waitForRequest((request) => new URL(request.url()).pathname === collections.list());
    await stage.world.ada.patches(`/api/knowledge/documents/${ids.document.id}`, { title: 'Refunds, again' });
    await readAgain;
  });
  await page.goto(collections.page());
  await page.locator('main').getByRole('button', { name: 'Show more' }).click();
  await page.locator('main').getByText(collections.shows).first().waitFor();
  assert.ok(changes > 1);
  await page.unrouteAll({ behavior: 'wait' });
});
