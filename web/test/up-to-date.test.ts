import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, goes, setDesk, signedIn, signIn } from './desk.ts';
import { violations } from './violations.ts';

// What the page shows is what the desk knows, or the page says that it is not.
let stage: Stage;
let ada: Browser;
let asked: any;
before(async () => {
  stage = await setDesk();
  asked = await customerWrites(stage, 'do you rent out lanterns for a wedding?', escalated);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const api = () => stage.world.ada;
const reply = ({ page }: Pick<Browser, 'page'>) => page.getByRole('textbox', { name: /^Reply to/ });

test('while another view of the queue is read, the rows of the former one do not stand in it', async () => {
  const { page } = ada;
  await page.goto('/inbox?view=all');
  const row = page.locator('.queue-row').first();
  await row.waitFor();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/api\/conversations\?.*status=resolved/, (route) => promise.then(() => route.continue()));
  await page.getByRole('radiogroup', { name: 'Whose conversations' }).getByText('Closed').click();
  await row.waitFor({ state: 'detached' });
  await page.locator('.inbox-queue [aria-busy=true]').waitFor();
  await page.locator('.shell-progress').waitFor();
  resolve();
  await page.locator('.inbox-queue [aria-busy=true]').waitFor({ state: 'detached' });
  await page.locator('.shell-progress').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('content that cannot be read again stays, with a notice that it may be old', async () => {
  const { page } = ada;
  await page.goto('/inbox?view=all');
  await page.locator('.queue-row').first().waitFor();
  await page.route(/\/api\/conversations\?/, (route) => route.fulfill({ status: 500, json: { status: 500 } }));
  await customerWrites(stage, 'do you rent out mirrors as well?', escalated);
  const notice = page.getByText('Part of this page could not be read again');
  await notice.waitFor();
  assert.equal(await page.locator('.queue-row').count(), 1);
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.unrouteAll({ behavior: 'wait' });
  await page.locator('.shell-banner').getByRole('button', { name: 'Retry' }).click();
  await notice.waitFor({ state: 'detached' });
});

test('a draft that is continued and sent in one tab is so in another one', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${asked.id}`);
  await reply(ada).fill('Yes, we');
  const other = { page: await ada.context.newPage() };
  await other.page.goto(`/inbox/${asked.id}`);
  await reply(other).waitFor();
  assert.equal(await reply(other).inputValue(), 'Yes, we');
  await reply(ada).fill('Yes, we have forty.');
  await eventually(async () => assert.equal(await reply(other).inputValue(), 'Yes, we have forty.'));
  await reply(ada).press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText('Reply sent').waitFor();
  await eventually(async () => assert.equal(await reply(other).inputValue(), ''));
  await other.page.close();
});

test('a suggestion that comes late is added to what was written meanwhile', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${asked.id}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/suggest', async (route) => {
    await promise;
    return route.fulfill({ json: { text: 'Refunds arrive within 7 days.', citations: [], for_staff: null } });
  });
  await page.getByRole('button', { name: 'Suggest' }).click();
  // The reply is left and returned to, as for a look at the notes.
  for (const form of ['Note', 'Reply']) await page.locator('.composer').getByText(form, { exact: true }).click();
  await reply(ada).fill('Good morning.');
  resolve();
  await page.getByText('Refunds arrive').waitFor();
  assert.equal(await reply(ada).inputValue(), 'Good morning.\n\nRefunds arrive within 7 days.');
  await reply(ada).fill('');
  await page.unrouteAll({ behavior: 'wait' });
});

test('a snoozed conversation that was marked as spam by mistake sleeps on after Undo', async () => {
  const { page } = ada;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await api().patches(`/api/conversations/${asked.id}`, { status: 'snoozed', snoozed_until: until });
  await page.goto(`/inbox/${asked.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark as spam' }).click();
  await page.getByRole('status').filter({ hasText: 'Spam' }).getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => {
    const { status, snoozed_until } = await api().gets(`/api/conversations/${asked.id}`);
    assert.deepEqual([status, snoozed_until], ['snoozed', until]);
  });
});

test('the hour at which a conversation was opened has its date on another day', async () => {
  const { page } = ada;
  const isThis = (url: URL) => url.pathname === `/api/conversations/${asked.id}`;
  await page.route(isThis, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), created_at: '2024-03-04T09:12:00Z' } });
  });
  await page.goto(`/inbox/${asked.id}`);
  await page
    .locator('.thread-facts')
    .getByText(/opened 4 Mar 2024/)
    .waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await page.getByText(/opened \d\d:\d\d$/).waitFor();
});

test("what somebody types into the organization's and their own name stays when either is read again", async () => {
  const { page } = ada;
  await page.goto('/settings');
  const organization = page.getByRole('textbox', { name: 'Name', exact: true });
  await organization.fill('Birch & Sons');
  await api().patches('/api/organizations/me', { slug: 'birch-too' });
  const read = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/organizations/me') && answer.request().method() === 'GET',
  );
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Somebody changed this in the meantime').waitFor();
  await read;
  await page.keyboard.press('Escape');
  assert.equal(await organization.inputValue(), 'Birch & Sons');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('Birch & Sons').first().waitFor();
  await goes(ada, '/settings/profile');
  const own = page.getByRole('textbox', { name: 'Name', exact: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', (route) => promise.then(() => route.continue()));
  await own.fill('Ada L.');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await own.fill('Ada Lovelace');
  resolve();
  await eventually(async () => assert.equal((await api().gets('/api/auth/me')).name, 'Ada L.'));
  await page.getByText('Saved').first().waitFor();
  assert.equal(await own.inputValue(), 'Ada Lovelace');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await eventually(async () => assert.equal((await api().gets('/api/auth/me')).name, 'Ada Lovelace'));
  await page.unrouteAll({ behavior: 'wait' });
});

test('a tab shows nothing of one person to the next one who signs in', async () => {
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;
  // This tab learns of nothing by itself, as if the machine had slept.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto('/settings/audit');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  const other = { ...browser, page: await browser.context.newPage() };
  await other.page.goto('/inbox');
  await other.page.getByRole('button', { name: /^Account/ }).click();
  await other.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(other, 'Max');
  await other.page.waitForURL(({ pathname }) => pathname !== '/login');
  await page.getByRole('link', { name: 'Knowledge' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/settings/audit');
  await page.getByRole('button', { name: /^Account: Max/ }).click();
  await page.getByRole('menu').getByText('max@example.test').waitFor();
  await browser.close();
});

test('a thing that is gone names the page, not the one before it', async () => {
  const { page } = ada;
  const gone = '01a206a8-ff7b-742f-ba55-2a898b4ebe36';
  await page.goto('/knowledge');
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
  const kinds = { '/routing/rules': 'Rule', '/knowledge/documents': 'Document', '/validation/runs': 'Run' };
  for (const [path, kind] of Object.entries(kinds)) {
    await goes(ada, `${path}/${gone}`);
    await page.getByRole('heading', { level: 2, name: 'Not in this organization' }).waitFor();
    await page.getByRole('heading', { level: 1, name: kind, exact: true }).waitFor();
    assert.equal(await page.title(), `${kind} · Frontdesk`);
    await goes(ada, '/knowledge');
    await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
    assert.equal(await page.title(), 'Knowledge · Frontdesk');
  }
  await goes(ada, `/inbox/${gone}`);
  await page.getByRole('heading', { name: 'Not in this organization' }).waitFor();
  assert.equal(await page.title(), 'Conversation · Frontdesk');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByText('Go to Inbox').waitFor();
  const recent = await page.getByRole('dialog').getByRole('button').allTextContents();
  assert.deepEqual(
    recent.filter((each) => /^(Rule|Document|Run)$/.test(each)),
    [],
    'what is not there is no recent page',
  );
  await page.keyboard.press('Escape');
});

test('what does not fit into a reply is not cut off in silence', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${asked.id}`);
  await reply(ada).fill('x'.repeat(20_000));
  await page.getByText('At most 20,000 characters fit.').waitFor();
  await reply(ada).fill('');
});

test('a note that is added by a double click is added once', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${asked.id}`);
  await page.locator('.composer').getByText('Note', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Note for your team' }).fill('Asked twice already.');
  // Both clicks wait for a busy page, and come before it draws again.
  await page.getByRole('button', { name: 'Add note' }).evaluate((button: { click: () => void }) => {
    button.click();
    button.click();
  });
  await page.getByText('Note added').first().waitFor();
  const { messages } = await api().gets(`/api/conversations/${asked.id}`);
  assert.equal(messages.filter(({ text }: { text: string }) => text === 'Asked twice already.').length, 1);
});

test('a reply that still waits to be sent is sent when the person signs out', async () => {
  const browser = await signedIn(stage, 'Max');
  const { page } = browser;
  await page.goto(`/inbox/${asked.id}`);
  await reply(browser).fill('They are ready on Friday.');
  await reply(browser).press('Control+Enter');
  await page.getByRole('button', { name: 'Send now' }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/login');
  const { messages } = await api().gets(`/api/conversations/${asked.id}`);
  assert.ok(messages.some(({ kind, text }: any) => kind === 'human' && text === 'They are ready on Friday.'));
  await browser.close();
});

test('the form of a tag or a destination can be closed by name, and a click beside it loses no words', async () => {
  const { page } = ada;
  for (const [path, button] of [
    ['/routing/tags', 'New tag'],
    ['/routing/destinations', 'New destination'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog', { name: button });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('Weddings');
    await page.mouse.click(5, 400);
    const asks = page.getByText('Leave without saving?');
    await asks.waitFor();
    await page
      .getByRole('button', { name: 'Stay' })
      .or(page.getByRole('button', { name: 'Cancel' }))
      .first()
      .click();
    await asks.waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Weddings');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
});

test('of many files only those that do not fit are refused, and the rest goes once they are removed', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${asked.id}`);
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await reply(ada).fill('See these.');
  const numbered = Array.from({ length: 11 }, (_, at) => file(`${at + 1}.txt`, 'lantern'));
  await page.locator('.composer input[type=file]').setInputFiles([file('empty.txt', ''), ...numbered.slice(0, 5)]);
  const files = page.getByRole('list', { name: 'Files to send' });
  await files.getByText('empty.txt was not uploaded').waitFor();
  await files.getByText('5.txt (').waitFor();
  await page.locator('.composer input[type=file]').setInputFiles(numbered.slice(5));
  await files.getByText('11.txt was not uploaded: a message takes at most 10 files').waitFor();
  await files.getByText(/^10\.txt \(.* will be sent/).waitFor();
  await page.getByText('Text saved.').waitFor();
  await page.getByText('Remove what was not uploaded').waitFor();
  await files.getByRole('button', { name: 'Remove empty.txt' }).click();
  await files.getByRole('button', { name: 'Remove 1.txt' }).click();
  await files.getByRole('button', { name: 'Try again' }).click();
  await files.getByText(/^11\.txt \(.* will be sent/).waitFor();
  await page.getByRole('button', { name: /^Send to/ }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await eventually(async () => {
    const { messages } = await api().gets(`/api/conversations/${asked.id}`);
    assert.equal(messages.find(({ text }: any) => text === 'See these.')?.attachments.length, 10);
  });
});

test('what a page kept no watch over is read again where it is shown next, if something has happened', async () => {
  const { page } = ada;
  const read = page.waitForResponse(/\/api\/routing\/tags/);
  await page.goto(`/inbox/${asked.id}`);
  await read;
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor();
  const tag = await api().posts('/api/routing/tags', { name: 'Lanterns' });
  // Its news comes after that of the tag.
  await customerWrites(stage, 'do you rent out tents for a wedding?', escalated);
  await page
    .locator('.queue-row', { hasText: 'tents' })
    .or(page.getByText(/^1 new conversation/))
    .first()
    .waitFor();
  await goes(ada, '/routing/tags');
  await page.getByRole('button', { name: tag.name }).waitFor({ timeout: 10_000 });
});

test('the pages of the routing policy show at once what a colleague changes', async () => {
  const { page } = ada;
  await goes(ada, '/routing/destinations');
  await page.getByText('Internal queue').first().waitFor();
  const destination = { name: 'Night watch', kind: 'email', target: 'night@example.org' };
  await api().posts('/api/routing/destinations', destination);
  await page.getByText('Night watch').first().waitFor();
});

test('a step that could not be checked is not counted as one that is still to be done', async () => {
  const { page } = ada;
  await page.route('**/api/knowledge/validation/runs?*', (route) => route.fulfill({ status: 500 }));
  const refusal = { code: 'forbidden', detail: 'No.', required_role: 'workspace_admin' };
  await page.route('**/api/routing/rules?*', (route) => route.fulfill({ status: 403, json: refusal }));
  await goes(ada, '/home');
  await page.reload();
  await page
    .getByRole('status')
    .getByText(/^\d of 6 steps done, 2 could not be checked$/)
    .waitFor({ timeout: 15_000 });
  const step = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const rules = step('Write routing rules');
  await rules.getByText(/^This needs the role workspace admin\. You are organization admin of .+\. Ask/).waitFor();
  assert.equal(await rules.getByRole('button', { name: 'Retry' }).count(), 0, 'the role stays the same');
  const runs = step('Pass a validation run');
  await runs.getByText('Something went wrong on the server').waitFor();
  for (const card of [rules, runs]) {
    const { height = 0 } = (await card.boundingBox()) ?? {};
    assert.ok(height < 200, `a line of a card takes no page: ${height} px`);
  }
  await page.unrouteAll({ behavior: 'wait' });
  await runs.getByRole('button', { name: 'Retry' }).click();
  await runs.getByText('No run has passed yet').waitFor();
});

for (const [path, heading, changes, appears] of [
  ['/knowledge', 'Knowledge', ['/api/knowledge/collections', { name: 'Lanterns' }], 'Lanterns'],
  [
    '/settings/members',
    'People',
    ['/api/invitations', { email: 'late@birch.test', role: 'member' }],
    'late@birch.test',
  ],
  [
    '/settings/webhooks',
    'Webhooks',
    ['/api/webhook-endpoints', { url: 'https://hooks.example.test/late', events: ['settings.updated'] }],
    'https://hooks.example.test/late',
  ],
] as const) {
  test(`what was added elsewhere without an event is on ${path} when its window is entered again`, async () => {
    const { page } = ada;
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
    await api().posts(changes[0], changes[1]);
    assert.equal(await page.getByText(appears).count(), 0);
    await page.clock.setFixedTime((await page.evaluate<number>('Date.now()')) + 10_000);
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    await page.getByText(appears).waitFor();
    await page.clock.resume();
  });
}
