import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { conversationOf, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

// Displays for people who need more than light and dark: zoom of 200 %, forced colours, right to left.
const arabic = 'مرحبا، أين طلبي رقم 771204؟ أريد التحدث إلى شخص';
let stage: Stage;
let ada: Browser;
let passedOn: any;
let fromRight: any;
before(async () => {
  stage = await setDesk();
  passedOn = await customerWrites(stage, 'do you offer a student discount for universities in Norway?', escalated);
  fromRight = await customerWrites(stage, `${arabic}. I want to talk to a person.`, escalated);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const screens = [
  '/home',
  '/reports',
  '/knowledge',
  '/knowledge/health',
  '/routing/tags',
  '/routing/destinations',
  '/routing/rules',
  '/routing/rules/new',
  '/channels/chatdesk',
  '/channels/email',
  '/connectors',
  '/validation/playground',
  '/validation/simulate',
  '/validation/suite',
  '/validation/runs',
  '/settings',
  '/settings/profile',
  '/settings/members',
  '/settings/audit',
];

/** Finds elements with text that overflow, cannot be scrolled and have no ellipsis. */
const cutOff = `[...document.querySelectorAll('main *')].filter((each) => {
  const { overflowX, textOverflow, position } = getComputedStyle(each);
  const hides = overflowX === 'hidden' || overflowX === 'clip';
  if (!hides || textOverflow === 'ellipsis' || position === 'absolute' || !each.textContent.trim()) return false;
  return each.clientWidth > 2 && each.scrollWidth > each.clientWidth + 1;
}).map((each) => each.outerHTML.slice(0, 200))`;

/** Finds controls beside the page, which no scrolling reaches. */
const outside = `[...document.querySelectorAll('main button, main a, main input, main select, main textarea')].filter((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  if (width < 3 || each.closest('[style*="overflow"], .mantine-ScrollArea-viewport')) return false;
  for (let up = each.parentElement; up; up = up.parentElement)
    if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth) return false;
  return right > innerWidth + 1 || left < -1;
}).map((each) => each.outerHTML.slice(0, 200))`;

async function shown(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
}

// 1280 x 800 at 200 %.
for (const path of [...screens, 'a conversation']) {
  test(`nothing on ${path} is cut off at 200 %`, async () => {
    const { page } = ada;
    await page.setViewportSize({ width: 640, height: 400 });
    await shown(page, path === 'a conversation' ? `/inbox/${passedOn.id}` : path);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
    assert.deepEqual(await page.evaluate(cutOff), [], 'cut off');
    assert.deepEqual(await page.evaluate(outside), [], 'outside');
  });
}

test('at 200 % the thread and the reply field are both in view', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 640, height: 400 });
  await shown(page, `/inbox/${passedOn.id}`);
  const log = await page.getByRole('log').boundingBox();
  assert.ok(log && log.height >= 180 && log.y >= 40, `the thread stands at ${JSON.stringify(log)}`);
  await page.getByRole('textbox', { name: /reply/i }).fill('There is one.');
  const box = await page.getByRole('button', { name: /^Send/ }).first().boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 400, `the button stands at ${JSON.stringify(box)}`);
});

test('long words and a subject of 300 characters leave the page its width, and the thread its room', async () => {
  const { page } = ada;
  const { ada: caller } = stage.world;
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
  const collection = await caller.posts('/api/knowledge/collections', { name: 'Ships', description: word });
  const when = { all: [{ field: 'message.text', op: 'contains', value: word }] };
  const rule = await caller.posts('/api/routing/rules', { name: 'Ships', when, then: { priority: 'low' } });
  const event = stage.ticketdesk.events.ticketOpened({
    subject: 'My lamp does not shine any more. '.repeat(9),
    text: `I want to talk to a person. ${word}`,
    customer: { name: word.slice(0, 110) },
  });
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  const { id } = await conversationOf(stage, event.ticketId, escalated);
  for (const [width, height] of [
    [1440, 800],
    [320, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of [`/knowledge/${collection.id}`, '/routing/rules', `/routing/rules/${rule.id}`, `/inbox/${id}`]) {
      await shown(page, path);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, `${path} is ${overflow} px too wide at ${width}`);
    }
    const log = await page.getByRole('log').boundingBox();
    assert.ok(log && log.height >= 180 && log.y < 500, `the thread stands at ${JSON.stringify(log)} at ${width}`);
  }
});

test('a narrow phone shows in full whether the page is up to date, and a link has its words in its middle', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 320, height: 700 });
  await shown(page, '/home');
  const pill = page.getByRole('banner').getByText('Live', { exact: true });
  await pill.waitFor();
  assert.equal(await pill.evaluate((label) => label.scrollWidth > label.clientWidth), false, 'cut off');
  const off = await page.getByRole('link', { name: 'Open the inbox' }).evaluate((link) => {
    const [words, frame] = [link.querySelector('.mantine-Button-label'), link].map((each) =>
      each?.getBoundingClientRect(),
    );
    return words && frame ? Math.abs(words.top + words.bottom - frame.top - frame.bottom) / 2 : 100;
  });
  assert.ok(off <= 1, `${off} px away from it`);
});

/** The look of an element in forced colours. */
async function styleOf(page: Page, selector: string, pseudo = ''): Promise<string> {
  await page.locator(selector).first().waitFor({ state: 'attached' });
  return page.evaluate<string>(`(() => {
    const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(pseudo)});
    const { backgroundColor, borderTopColor, borderTopWidth, borderBottomColor, outlineStyle, content } = style;
    return [backgroundColor, borderTopColor, borderTopWidth, borderBottomColor, outlineStyle, content].join();
  })()`);
}

test('in forced colours selection, pressed state and focus are visible', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ forcedColors: 'active' });
  try {
    await shown(page, `/inbox/${passedOn.id}`);
    await page.locator('.queue-row[data-open=true]').waitFor();
    const pairs: [chosen: string, other: string, pseudo?: string][] = [
      ['.queue-row[data-open=true]', '.queue-row[data-open=false]', '::after'],
      ['.shell-nav-link[data-status=active]', '.shell-nav-link:not([data-status=active])'],
      ['.thread-head [aria-pressed=true]', '.thread-head button:not([aria-pressed])'],
    ];
    for (const [chosen, other, pseudo] of pairs)
      assert.notEqual(await styleOf(page, chosen, pseudo), await styleOf(page, other, pseudo), chosen);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>('getComputedStyle(document.activeElement).outline');
    assert.match(focused, /solid 3px/);
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByText('Go to Channels').waitFor();
    await page.keyboard.press('ArrowDown');
    const selected = '[data-action][data-selected]';
    assert.match(await styleOf(page, selected), /solid/);
    assert.match(await styleOf(page, '.mantine-Spotlight-content'), /,1px,/, 'the dialog has an edge');
    await page.keyboard.press('Escape');
    await shown(page, '/settings');
    for (const checked of ['checked', 'not(:checked)'])
      await page.locator(`input[type=checkbox][role=switch]:${checked}`).first().waitFor({ state: 'attached' });
    const [on, off] = await page.evaluate<
      string[]
    >(`['input[type=checkbox][role=switch]:checked', 'input[type=checkbox][role=switch]:not(:checked)']
      .map((each) => getComputedStyle(document.querySelector(each).nextElementSibling).backgroundColor)`);
    assert.notEqual(on, off);
    // Without its frame, a switch that is off is a dot.
    const frame = page.locator('input[type=checkbox][role=switch]:not(:checked) + *').first();
    assert.match(
      await frame.evaluate((each) => each.ownerDocument.defaultView.getComputedStyle(each).border),
      /^[1-9]/,
    );
  } finally {
    await page.emulateMedia({ forcedColors: 'none' });
  }
});

test('nothing moves for people whose system asks for less motion', async () => {
  const { page } = ada;
  await shown(page, '/routing/tags');
  await page.getByRole('button', { name: 'New tag' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Motion');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/routing/tags', async (route) => {
    await promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.locator('.mantine-Loader-root').waitFor();
  const moving = `document.getAnimations().map((each) => each.animationName ?? each.transitionProperty)`;
  assert.deepEqual(await page.evaluate(moving), []);
  resolve();
  await dialog.waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('right-to-left text is aligned to the right: in the queue, the thread and the reply field', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 800 });
  await shown(page, `/inbox/${fromRight.id}`);
  await page.getByRole('log').locator('.message-text:dir(rtl)', { hasText: arabic }).waitFor();
  await page.getByRole('list', { name: 'Queue' }).locator('.queue-row-words:dir(rtl)', { hasText: 'مرحبا' }).waitFor();
  // The field has no direction of its own: each paragraph takes the direction of its text.
  await page.locator('.composer textarea').waitFor();
  const direction = "getComputedStyle(document.querySelector('.composer textarea'))";
  assert.equal(await page.evaluate(`${direction}.unicodeBidi`), 'plaintext');
  assert.equal(await page.evaluate(`${direction}.textAlign`), 'start');
  assert.equal(await page.evaluate('document.dir || getComputedStyle(document.body).direction'), 'ltr');
  assert.deepEqual(ada.complaints(), []);
});
