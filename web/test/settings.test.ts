import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startServer, type TestServer } from '../../server/test/server.ts';
import { addressOf, createWorld, password, type World } from '../../server/test/world.ts';
import { closeBrowsers, openBrowser, type Browser, type BrowserOptions } from './browser.ts';

const folder = fileURLToPath(new URL('../dist', import.meta.url));
let server: TestServer;
let world: World;
let origin: string;

before(async () => {
  server = await startServer({ client: { folder, built: Promise.resolve() } });
  origin = await server.listen();
  world = await createWorld(server);
});
after(async () => {
  await closeBrowsers();
  await server.close();
});

/** Opens a browser, signs one of the cast in and opens a page. */
async function opened(name: string, path: string, options: BrowserOptions = {}): Promise<Browser> {
  const browser = await openBrowser(origin, options);
  await browser.page.goto(`/login?return_to=${encodeURIComponent(path)}`);
  await browser.page.getByRole('textbox', { name: 'E-mail address' }).fill(addressOf(name));
  await browser.page.getByRole('textbox', { name: 'Password' }).fill(password);
  await browser.page.getByRole('button', { name: 'Sign in' }).click();
  await browser.page.waitForURL(`**${path}`);
  return browser;
}

const settings = '/api/organizations/me/settings';

test('automatic replies are turned on after a confirmation that explains the effect, and off at once', async () => {
  const browser = await opened('Ada', '/settings');
  const { page } = browser;
  const replies = page.getByRole('switch', { name: 'The AI replies to customers' });
  await replies.click();
  await page
    .getByText('The AI sends replies without a review on the chat helpdesk, the ticket helpdesk, and e-mail.')
    .waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await world.ada.gets(settings)).auto_respond_enabled, false);
  await replies.click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Turned on by Ada').waitFor();
  assert.equal((await world.ada.gets(settings)).auto_respond_enabled, true);
  await replies.click();
  await page.getByText('Turned off by Ada').waitFor();
  assert.equal((await world.ada.gets(settings)).auto_respond_enabled, false);
});

test('a save sends only the changed settings, with their base version', async () => {
  const browser = await opened('Ada', '/settings');
  const { page } = browser;
  await page.getByRole('textbox', { name: 'Replies from' }).fill('80');
  await page.getByRole('textbox', { name: 'Name of the assistant' }).fill('Berta');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).last().click();
  const request = await sent;
  assert.deepEqual(request.postDataJSON(), { thresholds: { answer: 0.8 }, persona: { name: 'Berta' } });
  assert.match((await request.allHeaders())['if-match'] ?? '', /^"\d+"$/);
  await page.getByText('2 unsaved changes').waitFor({ state: 'detached' });
  assert.equal((await world.ada.gets(settings)).persona.name, 'Berta');
});

test("another person's changes are listed as soon as their event arrives", async () => {
  const { page } = await opened('Ada', '/settings');
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Questions back in a row' }).fill('4');
  await world.ada.patches(settings, { max_ai_turns: 8 });
  await page.getByText('They changed: AI replies in one conversation. You changed: Questions back in a row.').waitFor();
  await page.getByRole('button', { name: 'Discard mine' }).click();
  await page.getByText('You changed').waitFor({ state: 'detached' });
  const { max_ai_turns, max_clarifications } = await world.ada.gets(settings);
  assert.equal(max_ai_turns, 8);
  assert.notEqual(max_clarifications, 4);
});

test("another person's changes are listed after a conflict, and not lost", async () => {
  const { page, context } = await opened('Ada', '/settings/profile');
  // Without live events, only the refused save reveals that somebody else was faster.
  await context.route('**/api/events', (route) => route.abort());
  await page.goto('/settings');
  await page.getByRole('textbox', { name: 'Questions back in a row' }).fill('3');
  await world.ada.patches(settings, { max_ai_turns: 9 });
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('They changed: AI replies in one conversation. You changed: Questions back in a row.').waitFor();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await page.getByRole('button', { name: 'Save mine' }).waitFor({ state: 'detached' });
  const { max_ai_turns, max_clarifications } = await world.ada.gets(settings);
  assert.deepEqual({ max_ai_turns, max_clarifications }, { max_ai_turns: 9, max_clarifications: 3 });
});

test("the server's complaint is shown at its field, and unsaved changes ask for a confirmation", async () => {
  const browser = await opened('Ada', '/settings');
  const { page } = browser;
  await page.getByRole('textbox', { name: 'Asks back from' }).fill('99');
  await page.getByRole('button', { name: 'Save' }).last().click();
  await page.getByText('must not be above the threshold for answers').waitFor();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await page.waitForURL('**/settings/profile');
});

test('a member may read the settings, and sees why nothing can be changed and who can help', async () => {
  const browser = await opened('Max', '/settings');
  const { page } = browser;
  await page.getByText('Ask Ada, who is an admin.').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Name of the assistant' }).isDisabled(), true);
  assert.equal(await page.getByRole('switch', { name: 'The AI replies to customers' }).isDisabled(), true);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('You may not see this').waitFor();
});

test('an accepted invitation no longer names the day on which it expires', async () => {
  const browser = await opened('Ada', '/settings/members');
  const { page } = browser;
  const accepted = page.getByRole('table', { name: 'Invitations' }).getByRole('row').filter({ hasText: 'Accepted' });
  await accepted.first().waitFor();
  await accepted.first().getByText('–', { exact: true }).waitFor({ timeout: 10_000 });
  await accepted
    .first()
    .getByRole('button', { name: /^Remove the invitation of .* from the list$/ })
    .click();
  await page.getByText('The invitation is removed from the list. Nobody loses access.').waitFor();
  await browser.close();
});

test('an invitation shows its link once, and a key its secret once', async () => {
  const browser = await opened('Ada', '/settings/members');
  const { page } = browser;
  await page.getByRole('button', { name: 'Invite' }).first().click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('new@example.test');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  assert.match(await page.getByTestId('shown-once').innerText(), /[?&]token=\w+/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('cell', { name: 'new@example.test', exact: true }).waitFor();
  await world.ada.posts('/api/knowledge/collections', { name: 'Named by a sample' });
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly export');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  const key = await page.getByTestId('shown-once').innerText();
  assert.match(key, /^fk_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('cell', { name: 'Nightly export', exact: true }).waitFor();
  assert.equal((await page.content()).includes(key), false);
  const samples = page.getByRole('region', { name: 'Try a key' }).getByRole('listitem');
  await samples.filter({ hasText: 'The documents of a collection' }).waitFor();
  for (const sample of await samples.allInnerTexts()) {
    const [, url] = /'(http[^']+)'/.exec(sample) ?? assert.fail(sample);
    const [, body] = /-d '([^']+)'/.exec(sample) ?? [];
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(url!, body === undefined ? { headers } : { method: 'POST', headers, body });
    assert.equal(answer.status, 200, sample);
  }
});

test('the audit log shows each field before and after, and keeps its filter in the address', async () => {
  await world.ada.patches(settings, { turn_deadline_seconds: 45 });
  const browser = await opened('Ada', '/settings/audit');
  const { page } = browser;
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Settings changed' }).click();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.waitForURL('**/settings/audit?action=settings.updated');
  // Until the answer comes, the rows are those without the filter.
  await page
    .getByTitle(/^Details of (?!Settings changed)/)
    .first()
    .waitFor({ state: 'detached' });
  await page.getByTitle('Details of Settings changed').first().click();
  await page.getByRole('row', { name: 'turn_deadline_seconds 90 45' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open', exact: true }).first().click();
  await page.waitForURL('**/settings/history');
});

test('a person renames the account, changes its language and its password', async () => {
  const browser = await opened('Wim', '/settings/profile');
  const { page } = browser;
  await page.getByRole('textbox', { name: 'Name' }).fill('Willem');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByLabel('Current password').first().fill('not the password');
  await page.getByLabel('New password').first().fill('another long passphrase 8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('is not the current password').waitFor();
  await page.getByLabel('Current password').first().fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed.').waitFor();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Ihr Profil' }).waitFor();
  // The new password has ended Wim's other sessions: check the new name as the admin.
  const { items } = await world.ada.gets('/api/members');
  assert.ok(items.some(({ user }: { user: { name: string } }) => user.name === 'Willem'));
});

test('the history shows the changes of each save, and restores an earlier state', async () => {
  const { ada } = world;
  const before = await ada.gets(settings);
  await ada.patches(settings, { thresholds: { ...before.thresholds, answer: 0.93 } });
  const { page } = await opened('Ada', '/settings/history');
  await page.getByText(`Replies from: ${before.thresholds.answer} → 0.93`).waitFor();
  const [, earlier] = (await ada.gets(`${settings}/revisions`)).items;
  await page.getByRole('button', { name: `Restore revision ${earlier.revision}`, exact: true }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  await page.getByText('Restored', { exact: true }).waitFor();
  assert.equal((await ada.gets(settings)).thresholds.answer, before.thresholds.answer);
});

test('who may not change a switch can still tell on from off', async () => {
  const { page } = await opened('Max', '/settings');
  const track = page
    .getByRole('switch', { name: 'The AI replies to customers' })
    .locator('xpath=following-sibling::*[1]');
  const color = () =>
    track.evaluate((each: any) => each.ownerDocument.defaultView.getComputedStyle(each).backgroundColor as string);
  const off = await color();
  const { auto_respond_enabled: was } = await world.ada.gets(settings);
  assert.equal(was, false);
  await world.ada.patches(settings, { auto_respond_enabled: true });
  await page.getByText('The AI sends replies').first().waitFor();
  assert.notEqual(await color(), off);
  await world.ada.patches(settings, { auto_respond_enabled: false });
});
