import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { addressOf, tokenIn } from '../../server/test/world.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, goes, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

// Max works for Birch, where a customer has written, and for Cedar, which has no conversations.
let stage: Stage;
before(async () => {
  stage = await setDesk();
  const { max, mallory } = stage.world;
  const wish = { email: addressOf('Max'), role: 'member' };
  const { invitation_url } = await mallory.posts('/api/invitations', wish);
  await max.posts('/api/invitations/accept', { token: tokenIn(invitation_url) }, 200);
  await customerWrites(stage, 'How can I reset my password?', answered);
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const ended = { status: 401, title: 'Unauthorized', code: 'token_expired' };
const of = (organization: 'birch' | 'cedar') => ({ 'x-organization-id': stage.world[organization].organizationId });

test('the reports of one organization do not count the other, for a member of both', async () => {
  const { max } = stage.world;
  const asks = async (organization: 'birch' | 'cedar', path: string) =>
    max.calls('GET', `/api/reports/${path}`, undefined, of(organization));
  const received = async (organization: 'birch' | 'cedar') =>
    (await asks(organization, 'overview')).body.totals.received;
  assert.deepEqual([await received('birch'), await received('cedar')], [1, 0]);
  const behind = async (organization: 'birch' | 'cedar') =>
    (await asks(organization, 'conversations?measure=received')).body.items.length;
  assert.deepEqual([await behind('birch'), await behind('cedar')], [1, 0]);
  // A line a day: by now it may be another day than that of the message.
  const inTable = async (organization: 'birch' | 'cedar') => {
    const lines = (await asks(organization, 'overview?format=csv')).text.trimEnd().split('\r\n').slice(1);
    return lines.reduce((sum: number, line: string) => sum + Number(line.split(',')[1]), 0);
  };
  assert.deepEqual([await inTable('birch'), await inTable('cedar')], [1, 0]);
});

const choose = async ({ page }: Browser, organization: string) => {
  await page.getByRole('button', { name: /^Account: Max/ }).click();
  await page.getByRole('menuitem', { name: organization }).click();
};

test('a tab that switches the organization shows the other one at once, and another tab does not follow', async () => {
  const first = await signedIn(stage, 'Max');
  const { page, context } = first;
  const shown = (of: typeof page, words: RegExp) => of.locator('main').getByText(words).first().waitFor();
  const chip = (of: typeof page, organization: string) => of.locator('.shell-chip').getByText(organization).waitFor();
  await choose(first, 'Birch');
  await chip(page, 'Birch');
  await page.goto('/reports');
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  const other = await context.newPage();
  await other.goto('/inbox?view=all');
  await shown(other, /reset my password/);
  await choose({ ...first, page: other }, 'Cedar');
  await chip(other, 'Cedar');
  await other.goto('/inbox?view=all');
  await chip(other, 'Cedar');
  await shown(other, /Waiting for the first message|Connect a channel/);
  assert.equal(await other.getByText('reset my password').count(), 0);
  // The first tab gets a new token, and keeps its organization.
  await page.route('**/api/reports/overview?*', (route) => route.fulfill({ status: 401, json: ended }), { times: 1 });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await chip(page, 'Birch');
  await choose(first, 'Cedar');
  await chip(page, 'Cedar');
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const { organizationId } = stage.world.birch;
  const readAgain = page.waitForRequest(
    (request) =>
      request.url().includes('/api/reports/overview') && request.headers()['x-organization-id'] === organizationId,
  );
  await choose(first, 'Birch');
  await chip(page, 'Birch');
  await readAgain;
  await first.close();
});

test('a link to something of another organization offers to open it there, and one to nothing does not', async () => {
  const { ada, birch } = stage.world;
  const [conversation] = (await ada.gets('/api/conversations')).items;
  const browser = await signedIn(stage, 'Max');
  const { page } = browser;
  await choose(browser, 'Cedar');
  await page.locator('.shell-chip').getByText('Cedar').waitFor();
  const nothing = '/inbox/01890000-0000-7000-8000-000000000000';
  const askedInBirch = page.waitForResponse(
    (response) =>
      response.url().endsWith(nothing.replace('/inbox', '/api/conversations')) &&
      response.request().headers()['x-organization-id'] === birch.organizationId,
  );
  await page.goto(nothing);
  assert.equal((await askedInBirch).status(), 404);
  await page.getByText('It may have been deleted').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Open in/ }).count(), 0);
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('heading', { name: 'Not in this organization' }).waitFor();
  await page.getByText('It belongs to Birch, where you are a member, too.').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Open in Birch' }).click();
  await page.locator('.shell-chip').getByText('Birch').waitFor();
  await page.getByRole('log').getByText('reset my password').first().waitFor();
  assert.equal(new URL(page.url()).pathname, `/inbox/${conversation.id}`);
  await browser.close();
});

test('a removed member sees no data of the organization, and a call that was meant for it goes to no other', async () => {
  const { ada, birch, max } = stage.world;
  const browser = await signedIn(stage, 'Max');
  const { page } = browser;
  await choose(browser, 'Birch');
  await page.locator('.shell-chip').getByText('Birch').waitFor();
  await goes(browser, '/inbox?view=all');
  await page
    .getByText(/reset my password/)
    .first()
    .click();
  const takeOver = page.getByRole('button', { name: 'Take over' });
  await takeOver.waitFor();
  const { items } = await ada.gets('/api/members');
  const { id } = items.find(({ user }: { user: { id: string } }) => user.id === max.userId);
  await ada.deletes(`/api/members/${id}`);
  const sentFor: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/handover')) sentFor.push(request.headers()['x-organization-id']);
  });
  // His token ends as well. The call triggers a renewal, which tells the client that he belongs to another organization now.
  await page.route('**/handover', (route) => route.fulfill({ status: 401, json: ended }), { times: 1 });
  await takeOver.click();
  await page.getByText('You no longer belong to Birch.').waitFor();
  await page.locator('.shell-chip').getByText('Cedar').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Getting started' }).waitFor();
  await goes(browser, '/inbox?view=all');
  await page
    .getByText(/Waiting for the first message|Connect a channel/)
    .first()
    .waitFor();
  assert.equal(await page.getByText('reset my password').count(), 0);
  assert.deepEqual(sentFor, [birch.organizationId]);
});
