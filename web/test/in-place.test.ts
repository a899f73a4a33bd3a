import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { conversationOf, eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, openBrowser, type Browser } from './browser.ts';
import { answered, customerWrites, goes, setDesk, signedIn } from './desk.ts';

// What people look at, or are about to press, stays where it is, and what belongs together stands in one line.

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

const topOf = async (of: Locator): Promise<number> => Math.round((await of.boundingBox())?.y ?? Number.NaN);

/** Opens a page whose answers at these addresses are held back; `andGoOn` lets them through and waits for what they bring. */
async function opensHalf(path: string, held: RegExp, until: Locator) {
  const { page } = ada;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(held, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path);
  return async () => {
    resolve();
    await until.first().waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'wait' });
  };
}

test('the cards of the channels keep their places while their states are read, on a phone', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  const last = page.getByRole('region', { name: 'E-mail' });
  const andGoOn = await opensHalf('/channels', /\/api\/(integrations|channels)\//, page.getByText(/^Connected as/));
  await last.waitFor();
  const before = await topOf(last);
  // What is not known yet is not said.
  const buttons = page.locator('main section').getByRole('link');
  assert.deepEqual(await buttons.allTextContents(), ['Open', 'Open', 'Open']);
  assert.equal(await page.getByText(/^(Not set up|No event received yet)/).count(), 0);
  await andGoOn();
  assert.ok(!(await buttons.allTextContents()).includes('Open'));
  const moved = (await topOf(last)) - before;
  await page.setViewportSize({ width: 1280, height: 800 });
  // A long name takes another line.
  assert.ok(Math.abs(moved) <= 30, `by ${moved} px`);
});

test('the name of the organization keeps its place while the checks above it are made', async () => {
  const { page } = ada;
  await stage.world.ada.patches('/api/organizations/me/settings', { auto_respond_enabled: false });
  await stage.world.ada.patches('/api/organizations/me/settings', { auto_respond_enabled: true });
  const below = page.getByRole('heading', { name: 'Organization', exact: true, level: 2 });
  const held = /\/api\/(audit-events|knowledge|integrations|channels)/;
  const andGoOn = await opensHalf('/settings', held, page.getByText(/^Turned on by/));
  await page.getByRole('textbox', { name: 'Short name' }).waitFor();
  const before = await topOf(below);
  await andGoOn();
  assert.equal((await topOf(below)) - before, 0);
});

const below: [path: string, held: RegExp, below: string][] = [
  ['/knowledge/{id}', /\/api\/knowledge\/documents\?/, 'Try a question'],
  ['/channels/email', /\/api\/channels\/email\/domains/, 'Send a test'],
  ['/channels/chatdesk', /\/api\/integrations\/chatdesk\/status/, 'What came in'],
  ['/settings/api-keys', /\/api\/(api-keys|conversations|knowledge)/, 'Try a key'],
  ['/settings/members', /\/api\/invitations/, 'Workspaces'],
];
for (const [path, held, name] of below) {
  test(`on ${path}, what stands below a list comes after the list, and is not pushed away by it`, async () => {
    const { page } = ada;
    const heading = page.getByRole('heading', { name });
    const [collection] = (await stage.world.ada.gets('/api/knowledge/collections')).items;
    const andGoOn = await opensHalf(path.replace('{id}', collection.id), held, heading);
    await page.locator('main [aria-busy=true]').first().waitFor();
    assert.equal(await heading.count(), 0);
    await andGoOn();
  });
}

test('the rows of the tags come with the rules that use them', async () => {
  const { page } = ada;
  await stage.world.ada.posts('/api/routing/tags', { name: 'Returns' });
  const row = page.getByRole('button', { name: 'Returns' });
  const andGoOn = await opensHalf('/routing/tags', /\/api\/routing\/rules/, row);
  await page.locator('main [aria-busy=true]').first().waitFor();
  assert.equal(await page.getByText('no rule').count(), 0, 'nobody knows yet');
  await andGoOn();
});

test('the field of the playground comes below its conversation, and does not move', async () => {
  const { page } = ada;
  const playground = '/api/knowledge/validation/playground/conversations';
  const { id } = await stage.world.ada.posts(playground, {});
  await stage.world.ada.posts(`${playground}/${id}/messages`, { text: 'How can I reset my password?' });
  const field = page.getByRole('textbox', { name: 'Say something as the customer' });
  const andGoOn = await opensHalf(`/validation/playground/${id}`, /\/conversations\/[^/]+\/messages/, field);
  await page.locator('main [aria-busy=true]').first().waitFor();
  assert.equal(await field.count(), 0);
  await andGoOn();
});

test('the verdict on a reply keeps its place while earlier decisions are read', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  const first = stage.chatdesk.events.userCreated({ text: 'How can I reset my password?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, first);
  await conversationOf(stage, first.conversationId, answered);
  const more = stage.chatdesk.events.userReplied(first.conversationId, { text: 'And which mail is it?' });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, more);
  const { id } = await conversationOf(stage, first.conversationId, (each) =>
    assert.equal(each.messages.filter(({ kind }: any) => kind === 'customer').length, 2),
  );
  await eventually(async () => {
    const { items } = await stage.world.ada.gets(`/api/conversations/${id}/decisions`);
    assert.equal(items.length, 2);
  });
  const verdict = page.getByRole('complementary', { name: 'Decision' }).getByRole('heading').first();
  const choice = page.getByRole('combobox', { name: 'Decision' });
  const andGoOn = await opensHalf(`/inbox/${id}`, /\/decisions/, choice);
  await verdict.waitFor();
  const before = await topOf(verdict);
  await andGoOn();
  assert.equal((await topOf(verdict)) - before, 0);
});

test('the tabs of a section keep their places when another one is opened', async () => {
  const { page } = ada;
  const places = () =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('.section-tabs a')].map((tab) => Math.round(tab.getBoundingClientRect().x))`,
    );
  const opens = async (path: string, heading: string) => {
    await goes(ada, path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.evaluate('document.fonts.ready');
    return places();
  };
  const before = await opens('/routing/rules', 'Rules');
  assert.equal(before.length, 4);
  assert.deepEqual(await opens('/routing/tags', 'Tags'), before);
  assert.deepEqual(await opens('/routing/destinations', 'Destinations'), before);
  assert.deepEqual(await opens('/routing/history', 'History'), before);
});

test('the font of the first words is asked for with the page, once', async () => {
  const page = await (await fetch(`${stage.origin}/login`, { headers: { accept: 'text/html' } })).text();
  const font = /<link\s[^>]*rel="preload"[^>]*href="([^"]+\.woff2)"/.exec(page)?.[1];
  assert.ok(font);
  const browser = await openBrowser(stage.origin);
  let asked = 0;
  browser.page.on('request', (request) => {
    if (request.url().endsWith(font)) asked += 1;
  });
  await browser.page.goto('/login');
  await browser.page.getByRole('button', { name: 'Sign in' }).waitFor();
  await browser.page.evaluate('document.fonts.ready');
  assert.equal(await browser.page.evaluate(`document.fonts.check('1rem "Inter Variable"')`), true);
  assert.equal(asked, 1);
  await browser.close();
});

test('the names of rules stand in one line, and an arrow that leads nowhere does not stand out', async () => {
  const { page } = ada;
  const rule = { when: { all: [{ field: 'message.text', op: 'contains', value: 'x' }] }, then: { priority: 'high' } };
  for (const name of ['First', 'Second']) await stage.world.ada.posts('/api/routing/rules', { name, ...rule });
  await page.goto('/routing/rules');
  const leftOf = async (name: string) => (await page.getByRole('link', { name }).boundingBox())?.x;
  await page.getByRole('link', { name: 'Second' }).waitFor();
  assert.equal(await leftOf('First'), await leftOf('Second'));
  const colour = await page
    .getByRole('button', { name: 'Move “First” up' })
    .evaluate((button) => button.ownerDocument.defaultView.getComputedStyle(button).backgroundColor);
  assert.equal(colour, 'rgba(0, 0, 0, 0)');
});

test('the numbers of a report stand in one column', async () => {
  const { page } = ada;
  await customerWrites(stage, 'How can I reset my password?', answered);
  await page.goto('/reports');
  const numbers = page.getByRole('table', { name: 'From message to result' }).locator('.report-count');
  await numbers.first().waitFor();
  const ends = await numbers.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().right)));
  assert.ok(ends.length > 3);
  assert.deepEqual(new Set(ends).size, 1, ends.join(', '));
});

test('the navigation marks the inbox on the pages of the customers', async () => {
  const { page } = ada;
  await goes(ada, '/customers');
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();
  const marked = page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current=page]');
  assert.deepEqual(await marked.allTextContents(), [
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .textContent(),
  ]);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`what an empty field asks for can be read, ${scheme}`, async () => {
    const { page } = ada;
    await page.emulateMedia({ colorScheme: scheme });
    await goes(ada, '/customers');
    const field = page.locator('main input').first();
    await field.waitFor();
    const [words, ground] = await field.evaluate((input) => {
      const { defaultView } = input.ownerDocument;
      const colours = [
        defaultView.getComputedStyle(input, '::placeholder').color,
        defaultView.getComputedStyle(input).backgroundColor,
      ];
      return colours.map((colour) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
    });
    const ratio = contrast(words ?? [], ground ?? []);
    assert.ok(ratio >= 4.5, `${ratio}`);
  });
}

// Each option of the calls, and in how many lines it stands.
const options = `(() => {
  const texts = document.createTreeWalker(document.querySelector('.settings-part ul'), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    for (const { 0: whole, index } of texts.currentNode.data.matchAll(/(?<=^| )-[dH](?= |$)/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + whole.length);
      found.push(range.getClientRects().length);
    }
  }
  return found;
})()`;

test('no option of a call to try a key with is broken after its hyphen, at any width', async () => {
  const { page } = ada;
  await goes(ada, '/settings/api-keys');
  await page.getByText('What the knowledge base says').waitFor();
  for (let width = 320; width <= 800; width += 8) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await page.evaluate<number[]>(options);
    assert.ok(lines.length >= 4, `${lines.length} options`);
    assert.deepEqual(
      lines.filter((each) => each !== 1),
      [],
      `${width} px`,
    );
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

/** WCAG 2.2, “contrast ratio”. */
function contrast(one: number[], other: number[]): number {
  const luminance = (rgb: number[]) => {
    const [r = 0, g = 0, b = 0] = rgb.map((each) => {
      const share = each / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('beside the navigation of a laptop, members stand in columns', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  await goes(ada, '/settings/members');
  const role = page.getByRole('table', { name: 'Members' }).getByRole('columnheader', { name: 'Role' });
  await role.waitFor();
  // In cards, the names of the columns stand beside each value, and their row is for screen readers alone.
  assert.ok(((await role.boundingBox())?.width ?? 0) > 40);
});
