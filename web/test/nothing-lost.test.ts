import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, setDesk, signedIn, signIn } from './desk.ts';
import { violations } from './violations.ts';

// A change whose answer is lost, words of a session that ends, and refusals: nobody is in conflict with themselves, nothing that was
// typed is lost, and nothing promises what cannot succeed.

let stage: Stage;
let ada: Browser;
let asked: any;
before(async () => {
  stage = await setDesk();
  await stage.world.ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
  asked = await customerWrites(stage, 'How can I reset my password?', answered);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const api = () => stage.world.ada;
const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Retry' });

/** Lets the first change arrive, but not its answer. */
const loseAnswer = (page: Page, address: RegExp) =>
  page.route(
    address,
    async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback();
      await route.fetch();
      return route.abort();
    },
    { times: 1 },
  );

const conflict = (page: Page) => page.getByText('Somebody changed this in the meantime');

test('settings whose answer was lost are saved, without a question, also if a colleague has changed others since', async () => {
  const { page } = ada;
  await page.goto('/settings');
  const name = page.getByRole('textbox', { name: 'Name of the assistant' });
  await name.fill('Berta');
  await loseAnswer(page, /\/me\/settings$/);
  await page.getByRole('button', { name: 'Save' }).last().click();
  await retry(page).waitFor();
  await page.getByText('1 unsaved change').waitFor({ state: 'detached' });
  await api().patches('/api/organizations/me/settings', { thresholds: { answer: 0.81 } });
  await eventually(async () =>
    assert.equal(await page.getByRole('textbox', { name: 'Replies from' }).inputValue(), '81 %'),
  );
  await retry(page).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal(await conflict(page).count(), 0);
  assert.equal(await name.inputValue(), 'Berta');
});

test('a tag whose answer was lost is saved by the same button, without a question', async () => {
  const { page } = ada;
  const tag = await api().posts('/api/routing/tags', { name: 'venues' });
  await page.goto('/routing/tags');
  await page.getByRole('button', { name: 'venues' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tag' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Barns and halls');
  await loseAnswer(page, /\/api\/routing\/tags\//);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await retry(page).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await conflict(page).count(), 0);
  const { version, description } = await api().gets(`/api/routing/tags/${tag.id}`);
  assert.deepEqual([version, description], [2, 'Barns and halls']);
});

test('a role whose answer was lost is saved by the same button, without a question', async () => {
  const { page } = ada;
  await page.goto('/settings/members');
  await page.getByRole('button', { name: /^Change.*Max/ }).click();
  const dialog = page.getByRole('dialog', { name: /Max/ });
  await dialog.getByRole('radio', { name: /^Workspace admin/i }).click();
  await loseAnswer(page, /\/api\/members\//);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await retry(page).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await conflict(page).count(), 0);
});

/** Ends the session with the next call, signs in again, and comes back to the page. */
async function sessionEnds(page: Page, during: () => Promise<void>): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { status: 401, code: 'unauthorized' } }));
  await during();
  await page.waitForURL('**/login?*');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await signIn({ page }, 'Ada');
  await page.waitForURL(`**${pathname}`);
}

test('a question of the playground is still there after the session has ended and another one has begun', async () => {
  const { page } = ada;
  const { id } = await api().posts('/api/knowledge/validation/playground/conversations', { title: 'Links' });
  await page.goto(`/validation/playground/${id}`);
  const say = page.getByRole('textbox', { name: 'Say something as the customer' });
  await say.fill('How long does the link work?');
  await sessionEnds(page, () => say.press('Enter'));
  await say.waitFor();
  assert.equal(await say.inputValue(), 'How long does the link work?');
  await say.press('Enter');
  await page.getByRole('button', { name: 'Why?' }).first().waitFor();
  await page.reload();
  await say.waitFor();
  assert.equal(await say.inputValue(), '', 'what was asked does not come back');
});

test('what a person has written about a bad answer is still there after the session has ended', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${asked.id}`);
  const bad = page.getByRole('button', { name: 'Bad answer' });
  const comment = page.getByRole('textbox', { name: 'What was wrong?' });
  const send = page.getByRole('button', { name: 'Send feedback' });
  await bad.click();
  await comment.fill('The link is for companies only.');
  await sessionEnds(page, () => send.click());
  await bad.click();
  assert.equal(await comment.inputValue(), 'The link is for companies only.');
  await send.click();
  await page.getByText('Thank you. The desk learns from it.').waitFor();
  const { messages } = await api().gets(`/api/conversations/${asked.id}`);
  const comments = messages.flatMap(({ feedback }: any) => feedback.map((each: any) => each.comment));
  assert.deepEqual(comments, ['The link is for companies only.']);
  await page.reload();
  await bad.click();
  assert.equal(await comment.inputValue(), '');
});

test('what cannot succeed is not offered again, and what may is offered when the server accepts it', async () => {
  const { page, close } = await signedIn(stage, 'Ada');
  await page.clock.install();
  await page.goto(`/inbox/${asked.id}`);
  const refusal = page.getByRole('alert');
  const again = refusal.getByRole('button', { name: 'Retry' });
  const resolve = page.getByRole('button', { name: 'Resolve', exact: true });
  const refuse = (status: number, headers: Record<string, string> = {}) =>
    page.route(/\/api\/conversations\/[^/]+$/, (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status, headers, json: { status, code: 'x', detail: `Refused with ${status}.` } })
        : route.fallback(),
    );
  for (const status of [409, 422]) {
    await refuse(status);
    await resolve.click();
    await refusal.getByText(`Refused with ${status}.`).waitFor();
    assert.equal(await again.count(), 0);
    await refusal.getByRole('button', { name: 'Close' }).click();
    await refusal.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  const answeredAt = new Date((await page.evaluate<number>('Date.now()')) + 3_600_000);
  const later = new Date(answeredAt.getTime() + 30_000);
  await refuse(429, { date: answeredAt.toUTCString(), 'retry-after': later.toUTCString() });
  await resolve.click();
  await refusal.getByText(/^You can try again in (30|29) seconds\.$/).waitFor();
  assert.equal(await again.isDisabled(), true);
  await page.clock.fastForward(20_000);
  await refusal.getByText(/^You can try again in (10|9|8) seconds\.$/).waitFor();
  await page.clock.fastForward(12_000);
  await refusal.getByText('You can try again now.').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await again.click();
  await eventually(async () => assert.equal((await api().gets(`/api/conversations/${asked.id}`)).status, 'resolved'));
  await refuse(503, { 'retry-after': '3600' });
  await page.getByRole('button', { name: 'Reopen' }).click();
  await refusal.getByText('Not available at the moment').waitFor();
  assert.deepEqual(await violations(page), []);
  await close();
});
