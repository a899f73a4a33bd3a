import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

// What a button shows while its action runs, and after it failed.
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

/** Clicks the button and holds the call that follows until the button is disabled. */
/** `sure` is the button of the question that is asked first. */
async function isDisabledDuring(call: string, method: string, button: Locator, sure?: Locator): Promise<void> {
  const seen = Promise.withResolvers<void>();
  // Later calls pass at once.
  await ada.page.route(call, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await seen.promise;
    await route.continue();
  });
  try {
    await button.click();
    await sure?.click();
    await button.and(ada.page.locator(':disabled')).waitFor();
  } finally {
    seen.resolve();
  }
}

test('a case cannot be duplicated or removed a second time while the first time is under way', async () => {
  const { page } = ada;
  const cases = '/api/knowledge/validation/suite/cases';
  await stage.world.wim.posts(cases, { name: 'Parking', turns: [{ customer: 'Where can I park?' }] }, 201);
  await page.goto('/validation/suite');
  await isDisabledDuring(`**${cases}`, 'POST', page.getByRole('button', { name: 'Duplicate Parking' }));
  const remove = page.getByRole('button', { name: 'Remove Parking (copy)' });
  await remove.waitFor();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true });
  await isDisabledDuring(`**${cases}/*`, 'DELETE', remove, sure);
  await remove.waitFor({ state: 'detached' });
});

test('a finding cannot be dismissed a second time while the first time is under way', async () => {
  const { page } = ada;
  const { ada: caller } = stage.world;
  const { id: collection_id } = await caller.posts('/api/knowledge/collections', { name: 'Hours' }, 201);
  await caller.posts('/api/knowledge/documents/text', { collection_id, title: 'Hours', text: 'Open daily.' }, 202);
  await page.goto('/knowledge/health');
  const finding = page.getByRole('article').filter({ hasText: 'The document has only 2 words.' });
  await isDisabledDuring('**/api/knowledge/findings/*', 'PATCH', finding.getByRole('button', { name: 'Acknowledge' }));
  await finding.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' });
});

test('a finding shows what was decided about it, and a dismissed one waits out of the way', async () => {
  const { page } = ada;
  const { ada: caller } = stage.world;
  const { id: collection_id } = await caller.posts('/api/knowledge/collections', { name: 'Parking' }, 201);
  await caller.posts('/api/knowledge/documents/text', { collection_id, title: 'Parking', text: 'In the yard.' }, 202);
  await page.goto('/knowledge/health');
  const finding = page.getByRole('article', { name: 'The document has only 3 words.' });
  await finding.getByRole('button', { name: 'Acknowledge' }).click();
  await finding.getByText('Acknowledged', { exact: true }).waitFor();
  await finding.getByRole('button', { name: 'Open again' }).click();
  await finding.getByText('Acknowledged', { exact: true }).waitFor({ state: 'detached' });
  await finding.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await finding.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '1 dismissed finding' }).click();
  await finding.getByText('Dismissed', { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  await finding.getByRole('button', { name: 'Open again' }).click();
  await finding.getByRole('button', { name: 'Acknowledge' }).waitFor();
  await page.getByText('1 dismissed finding').waitFor({ state: 'detached' });
});

test('computing the health again is disabled meanwhile, and a failure is reported with a retry', async () => {
  const { page } = ada;
  await page.goto('/knowledge/health');
  const again = page.getByRole('button', { name: 'Compute again' });
  const analysis = '**/api/knowledge/analysis?refresh=true';
  await isDisabledDuring(analysis, 'GET', again);
  await again.and(page.locator(':enabled')).waitFor();
  await page.route(analysis, (route) => route.fulfill({ status: 502, json: { detail: 'The desk is restarting.' } }), {
    times: 1,
  });
  await again.click();
  const alert = page.getByRole('alert').filter({ hasText: 'The desk is restarting.' });
  const answer = page.waitForResponse((response) => response.url().endsWith('refresh=true') && response.ok());
  await alert.getByRole('button', { name: 'Retry' }).click();
  await answer;
  await again.and(page.locator(':enabled')).waitFor();
});

test('a signing secret cannot be fetched a second time while the first time is under way', async () => {
  const { page } = ada;
  await page.goto('/channels/ticketdesk');
  await page.getByText('Connect again, or change token and secrets').click();
  const fetching = page.getByRole('button', { name: 'Read it from the helpdesk' });
  await isDisabledDuring('**/api/integrations/ticketdesk/webhook-secret', 'POST', fetching);
  await fetching.and(page.locator(':enabled')).waitFor();
});

test('a new conversation of the playground takes the words for it before the list has been read again', async () => {
  const { page } = ada;
  await stage.world.ada.posts('/api/knowledge/validation/playground/conversations', { title: 'An older one' }, 201);
  await page.goto('/validation/playground');
  await page.getByRole('link', { name: /^An older one/ }).waitFor();
  const say = page.getByRole('textbox', { name: 'Say something as the customer' });
  await say.waitFor();
  const read = Promise.withResolvers<void>();
  await page.route(/playground\/conversations\?/, async (route) => {
    await read.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.waitForURL('**/validation/playground/*');
  await page.getByText('Ask what your documents answer:').waitFor();
  await say.waitFor();
  read.resolve();
  await page.locator('main li [aria-current=page]').waitFor();
});
