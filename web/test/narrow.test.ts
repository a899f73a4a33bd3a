import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { englishLeft } from './english-left.ts';
import { answered, customerWrites, escalated, goes, setDesk, signedIn } from './desk.ts';

let stage: Stage;
let browser: Browser;
let passedOn: any;
before(async () => {
  stage = await setDesk();
  await customerWrites(stage, 'hi, i forgot my password and cannot sign in. how do i reset it?', answered);
  passedOn = await customerWrites(stage, 'do you offer a student discount for universities in Norway?', escalated);
  browser = await signedIn(stage, 'Ada');
  await stage.world.ada.patches('/api/auth/me', { locale: 'de' });
  await browser.page.setViewportSize({ width: 320, height: 800 });
  await browser.page.reload();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const screens: [path: string, heading: string][] = [
  ['/home', 'Erste Schritte'],
  ['/inbox', 'Warteschlange'],
  ['/customers', 'Kunden'],
  ['/reports', 'Berichte'],
  ['/knowledge', 'Wissen'],
  ['/knowledge/health', 'Zustand'],
  ['/routing/tags', 'Themen'],
  ['/routing/destinations', 'Ziele'],
  ['/routing/rules', 'Regeln'],
  ['/routing/rules/new', 'Neue Regel'],
  ['/routing/history', 'Verlauf'],
  ['/channels', 'Kanäle'],
  ['/channels/chatdesk', 'Chat-Helpdesk'],
  ['/channels/ticketdesk', 'Ticket-Helpdesk'],
  ['/channels/email', 'E-Mail'],
  ['/connectors', 'Konnektoren'],
  ['/connectors/new', 'Neuer Konnektor'],
  ['/validation/playground', 'Spielwiese'],
  ['/validation/simulate', 'Simulator'],
  ['/validation/suite', 'Testfälle'],
  ['/validation/runs', 'Läufe'],
  ['/settings', 'Einstellungen'],
  ['/settings/profile', 'Ihr Profil'],
  ['/settings/members', 'Personen'],
  ['/settings/api-keys', 'API-Schlüssel'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/history', 'Verlauf der Einstellungen'],
  ['/settings/audit', 'Audit-Protokoll'],
];

test('the words of a rule have the width of a phone', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 390, height: 844 });
  const rule = { when: { all: [{ field: 'message.text', op: 'contains', value: 'x' }] }, then: { priority: 'high' } };
  await stage.world.ada.posts('/api/routing/rules', { name: 'Whoever asks for a refund of an order', ...rule });
  await goes(browser, '/routing/rules');
  const words = page.getByRole('main').getByRole('listitem').getByText('Whoever asks').locator('..');
  await words.waitFor();
  const { width } = (await words.boundingBox()) ?? { width: 0 };
  assert.ok(width > 240, `${width} px`);
  await page.setViewportSize({ width: 320, height: 800 });
});

// 320 px is the narrowest phone, and a wide window at 400 %; German has the longest words of the languages here.
for (const [path, heading] of screens) {
  test(`${path} fits 320 px in German`, async () => {
    await fits(path, heading);
  });
}

test('a conversation fits 320 px in German', async () => {
  await fits(`/inbox/${passedOn.id}`, `Unterhaltung mit ${passedOn.customer.name}`);
});

test('at the first width that is no phone’s, a conversation stands beside the queue, and the search is there once', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 768, height: 1024 });
  await goes(browser, `/inbox/${passedOn.id}`);
  await page.getByRole('heading', { level: 1, name: `Unterhaltung mit ${passedOn.customer.name}` }).waitFor();
  await page.locator('.queue-row').first().waitFor();
  await page.getByRole('button', { name: 'Suchen' }).waitFor();
});

test('on a tablet the names of the sections stand below their symbols, and the thread has room beside the queue', async () => {
  const { page } = browser;
  for (const width of [768, 800, 991]) {
    await page.setViewportSize({ width, height: 800 });
    await goes(browser, `/inbox/${passedOn.id}`);
    const thread = page.getByRole('region', { name: 'Unterhaltung', exact: true });
    await thread.getByRole('log').waitFor();
    const { width: room = 0 } = (await thread.boundingBox()) ?? {};
    assert.ok(room >= 380, `${room} px of ${width}`);
    const links = page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link');
    await links.getByText('Einstellungen').waitFor();
    const cut = await links.evaluateAll((all) =>
      all.filter((each: any) => each.scrollWidth > each.clientWidth).map((each: any) => each.textContent),
    );
    assert.deepEqual(cut, []);
  }
});

test('beside the queue, the field of the assignee has room for a name', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 800, height: 600 });
  await goes(browser, `/inbox/${passedOn.id}`);
  const field = page.locator('.assignment').getByRole('combobox', { name: 'Zuständig' });
  const { width = 0 } = (await field.boundingBox()) ?? {};
  assert.ok(width >= 110, `${width} px`);
});

test('the tab of the open page is in view, however it was opened', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, heading, name] of [
    ['/settings/members', 'Personen', 'Personen'],
    ['/settings/audit', 'Audit-Protokoll', 'Audit-Protokoll'],
    ['/settings/profile', 'Ihr Profil', 'Ihr Profil'],
  ] as const) {
    await goes(browser, path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    const tab = await page.locator('.section-tabs').getByRole('link', { name, exact: true }).boundingBox();
    assert.ok(tab && tab.x >= 0 && tab.x + tab.width <= 390, `${name} stands at ${tab?.x}`);
  }
});

test('on a tablet no tab of the settings is out of sight', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 768, height: 800 });
  await goes(browser, '/settings');
  const tabs = page.locator('.section-tabs');
  await tabs.getByRole('link', { name: 'Audit-Protokoll' }).waitFor();
  const over = await tabs.evaluate((each: any) => each.scrollWidth - each.clientWidth);
  assert.ok(over <= 0, `${over} px too wide`);
});

test('a list of collections fits a tablet', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 768, height: 800 });
  // A usual time is longer than “now”.
  await page.route(/\/api\/knowledge\/collections(\?|$)/, async (route) => {
    const response = await route.fetch();
    const { items, ...rest } = await response.json();
    const updated_at = new Date(Date.now() - 50 * 60_000).toISOString();
    await route.fulfill({ response, json: { ...rest, items: items.map((each: any) => ({ ...each, updated_at })) } });
  });
  await page.goto('/knowledge');
  await page
    .getByText(/vor (49|50) Minuten/)
    .first()
    .waitFor({ timeout: 15_000 });
  await page.unrouteAll({ behavior: 'wait' });
  const table = page.locator('.data-table .mantine-ScrollArea-viewport').first();
  const over = await table.evaluate((each: any) => each.scrollWidth - each.clientWidth);
  assert.ok(over <= 0, `${over} px too wide`);
});

test('the buttons of a document share a line on a small laptop', async () => {
  const { page } = browser;
  const { items } = await stage.world.ada.gets('/api/knowledge/documents');
  await page.setViewportSize({ width: 1024, height: 800 });
  await goes(browser, `/knowledge/documents/${items[0].id}`);
  await page.getByRole('button', { name: 'Neu lesen' }).waitFor();
  const lines = await page
    .locator('.page-head button')
    .evaluateAll((all: any[]) => new Set(all.map((each) => each.getBoundingClientRect().top)).size);
  assert.equal(lines, 1);
});

test('every period of the reports can be read and chosen on the narrowest phone', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 320, height: 800 });
  await goes(browser, '/reports');
  const periods = page.getByRole('radiogroup', { name: 'Zeitraum' });
  await periods.waitFor();
  const [all, last] = await Promise.all([periods.boundingBox(), periods.getByText('Datum').boundingBox()]);
  assert.ok(all && last && last.x + last.width <= Math.min(all.x + all.width, 320), JSON.stringify({ all, last }));
});

test('on a phone, fields above a list reach from edge to edge', async () => {
  const { page } = browser;
  const [collection] = (await stage.world.ada.gets('/api/knowledge/collections')).items;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, label] of [
    ['/settings/audit', 'Id des Objekts'],
    ['/settings/audit', 'Handlung'],
    ['/channels/email', 'Domain'],
    [`/knowledge/${collection.id}`, 'Nach Titel filtern'],
  ] as const) {
    await goes(browser, path);
    const { width = 0 } = (await page.getByRole('main').getByLabel(label).first().boundingBox()) ?? {};
    assert.ok(width >= 340, `${label}: ${width} px`);
  }
});

test('a title of a dialog that takes two lines keeps them apart', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 320, height: 800 });
  await goes(browser, '/routing/tags');
  await page.getByRole('button', { name: 'Neues Thema' }).first().click();
  const line = await page
    .getByRole('dialog')
    .getByRole('heading')
    .evaluate((title: any) => {
      const { lineHeight, fontSize } = title.ownerDocument.defaultView.getComputedStyle(title);
      return parseFloat(lineHeight) / parseFloat(fontSize);
    });
  assert.ok(line >= 1.2, `${line} of a line`);
  await page.keyboard.press('Escape');
});

async function fits(path: string, heading: string): Promise<void> {
  const { page, complaints } = browser;
  await goes(browser, path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  assert.deepEqual(await englishLeft(browser), []);
  assert.deepEqual(complaints(), []);
}
