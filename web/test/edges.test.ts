import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, escalated, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

// A second tab, a newer client, and a server that cannot or will not answer.
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

const live = (page: Page) => page.getByRole('banner').getByText('Live', { exact: true }).waitFor();

test('two tabs share one stream, and when its reader closes the other tab takes over', async () => {
  const { context, page } = ada;
  await page.goto('/inbox?view=all');
  await live(page);
  const streams: string[] = [];
  context.on('request', (request) => request.url().endsWith('/api/events') && streams.push(request.url()));
  const second = await context.newPage();
  await second.goto('/inbox?view=all');
  await live(second);
  const reader = await customerWrites(stage, 'How can I reset my password?', answered);
  const row = (tab: Page, { customer }: any) =>
    tab.getByRole('list', { name: 'Queue' }).getByText(customer.name).first().waitFor();
  const { customer } = await stage.world.ada.gets(`/api/conversations/${reader.id}`);
  for (const tab of [page, second]) await row(tab, { customer });
  assert.deepEqual(streams, [], 'the second tab opens none of its own');

  await page.close();
  const said = await customerWrites(stage, 'How do I export my invoices?', answered);
  await row(second, await stage.world.ada.gets(`/api/conversations/${said.id}`));
  await eventually(() => assert.equal(streams.length, 1, 'the tab that is left reads now'));
  ada.page = second;
});

test('a first read that an event overtakes is followed by another', async () => {
  const { page } = ada;
  const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    /\/api\/conversations\?/,
    async (route) => {
      const response = await route.fetch();
      read.resolve();
      await late.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  const { views } = await stage.world.ada.gets('/api/conversations/counts');
  await page.goto('/inbox?view=all');
  await live(page);
  await read.promise;
  // The number beside the list is read again for the same event.
  const counted = page.waitForResponse(
    async (answer) => answer.url().endsWith('/counts') && (await answer.json()).views.waiting === views.waiting + 1,
  );
  await customerWrites(stage, 'I want to talk to a person.', escalated);
  await counted;
  late.resolve();
  // Announced, or among the rows at once if both answers came before the first of them was drawn.
  const row = page.getByRole('list', { name: 'Queue' }).getByText('I want to talk to a person.');
  await page.getByRole('button', { name: '1 new conversation' }).or(row).first().waitFor();
});

test('a client that is older than the server shows a notice, and a reload updates it', async () => {
  const { page } = ada;
  await page.goto('/routing/tags');
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  assert.equal(await page.getByText('There is a new version of Frontdesk.').count(), 0);
  await page.route('**/api/routing/destinations*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-app-version': 'another' } });
  });
  await page.getByRole('link', { name: 'Destinations' }).click();
  await page.getByText('There is a new version of Frontdesk.').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('There is a new version of Frontdesk.').waitFor({ state: 'detached' });
});

const answers = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'No',
    status,
    detail: 'It is too hot.',
    code: 'x',
    request_id: 'req-7',
  }),
});

test('a rate limit, a failing server and a lost network are shown differently, with the request id', async () => {
  const { page } = ada;
  const path = '**/api/routing/tags*';
  const alert = page.getByRole('main').getByRole('alert');
  const retry = alert.getByRole('button', { name: 'Retry' });
  // With live events the list might be read again before the button is used.
  await page.route('**/api/events', (route) => route.abort());
  const showsFailure = async (answer: ReturnType<typeof answers> | 'nothing') => {
    await page.unroute(path);
    await page.route(path, (route) => (answer === 'nothing' ? route.abort() : route.fulfill(answer)));
    await page.goto('/routing/tags');
  };
  await showsFailure(answers(429, { 'retry-after': '3600' }));
  await alert.getByText(/^You can try again in 3,?\d+ seconds\.$/).waitFor();
  assert.equal(await retry.isDisabled(), true, 'not before its time');
  assert.deepEqual(await violations(page), []);

  await showsFailure(answers(503));
  await alert.getByText('It is too hot.').waitFor();
  await alert.getByRole('button', { name: 'Request req-7' }).waitFor();
  assert.equal(await retry.isEnabled(), true);

  await showsFailure(answers(503, { 'retry-after': '3600' }));
  await alert.getByText('Not available at the moment').waitFor();
  await alert.getByText(/^You can try again in 3,?\d+ seconds\.$/).waitFor();
  await showsFailure(answers(413));
  await alert.getByText('This is too large').waitFor();
  await showsFailure(answers(507));
  await alert.getByText('There is no room left').waitFor();

  await showsFailure('nothing');
  await alert.getByText('No connection').waitFor();
  await page.unroute(path);
  await retry.click();
  await page.getByText('No tags yet').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('files are uploaded at the pace that the server allows, and a file that is too large is refused', async () => {
  const { page, close } = await signedIn(stage, 'Ada');
  await page.clock.install();
  const { id } = await stage.world.ada.posts('/api/knowledge/collections', { name: 'Many files' });
  await page.goto(`/knowledge/${id}`);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  const path = '**/api/knowledge/documents/upload';
  const kept = [answers(429, { 'retry-after': '100' }), answers(429, { 'retry-after': '100' }), answers(507)];
  await page.route(path, (route) => {
    const answer = kept.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  const file = (name: string, bytes: number) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.alloc(bytes, 'word '),
  });
  const files = [file('large.txt', 26_214_401), file('late.txt', 500), file('soon.txt', 600)];
  await page.locator('main input[type=file]').first().setInputFiles(files);
  const says = (name: string, words: string | RegExp) =>
    uploads.getByRole('listitem').filter({ hasText: name }).getByText(words).waitFor();
  await says('large.txt', 'Not uploaded: a file may have at most 25 MB');
  for (const left of [2, 1]) {
    await eventually(() => assert.equal(kept.length, left));
    await says('late.txt', 'Waits, because many files');
    await page.clock.fastForward(50_000);
    assert.equal(kept.length, left);
    // The words may be those of the wait before: the client may not have read the second refusal yet.
    await eventually(async () => {
      await page.clock.fastForward(50_000);
      assert.ok(kept.length < left);
    });
  }
  await says('late.txt', 'Failed: The organization has used all of its storage');
  await says('soon.txt', /Uploaded, not yet searchable|Ready/);
  await uploads.getByRole('button', { name: 'Retry' }).click();
  await says('late.txt', 'Ready');
  await says('soon.txt', 'Ready');
  assert.equal((await stage.world.ada.gets(`/api/knowledge/documents?collection_id=${id}`)).items.length, 2);
  assert.deepEqual(await violations(page), []);
  await close();
});

test('a file whose upload got no proper answer fails alone, and the files after it are uploaded', async () => {
  const { page } = ada;
  const { id } = await stage.world.ada.posts('/api/knowledge/collections', { name: 'Behind a proxy' });
  await page.goto(`/knowledge/${id}`);
  const path = '**/api/knowledge/documents/upload';
  const signIn = { status: 200, contentType: 'text/html', body: '<p>Sign in to the network</p>' };
  await page.route(path, (route) => route.fulfill(signIn), { times: 1 });
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`The words of ${name}.`) });
  await page
    .locator('main input[type=file]')
    .first()
    .setInputFiles([file('first.txt'), file('second.txt')]);
  const says = (name: string, words: string) =>
    page
      .getByRole('region', { name: 'Uploads' })
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(words)
      .waitFor();
  await says('first.txt', 'Failed: The desk did not answer.');
  await says('second.txt', 'Uploaded, not yet searchable');
  await page.getByRole('region', { name: 'Uploads' }).getByRole('button', { name: 'Retry' }).click();
  await says('first.txt', 'Uploaded, not yet searchable');
});

test('a change whose session cannot be renewed for lack of an answer is reported, and can be retried', async () => {
  const { page } = ada;
  await page.goto('/routing/tags');
  await page.getByRole('button', { name: 'New tag' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Deliveries');
  await page.route('**/api/routing/tags', (route) => route.fulfill(answers(401)), { times: 1 });
  await page.route('**/api/auth/refresh', (route) => route.abort(), { times: 1 });
  await dialog.getByRole('button', { name: 'Create' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'No connection' });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('main').getByText('Deliveries').first().waitFor();
});

test('after Retry the focus is where the content appears', async () => {
  const { page } = ada;
  const path = '**/api/routing/destinations*';
  // With live events the list might be read again before the button is used.
  await page.route('**/api/events', (route) => route.abort());
  await page.route(path, (route) => route.fulfill(answers(500)));
  await page.goto('/routing/destinations');
  const alert = page.getByRole('main').getByRole('alert');
  const retry = alert.getByRole('button', { name: 'Retry' });
  await retry.press('Enter');
  await alert.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  await retry.and(page.locator(':focus')).waitFor();
  await page.unroute(path);
  await page.keyboard.press('Enter');
  await page.locator('main .data-table:focus').getByText('Internal queue').first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unrouteAll({ behavior: 'wait' });
});

test('a switch that was busy has the focus again', async () => {
  const { page } = ada;
  const answer = Promise.withResolvers<void>();
  await page.goto('/settings');
  const replies = page.getByRole('switch', { name: 'The AI replies to customers' });
  await replies.waitFor();
  await page.route('**/api/organizations/me/settings', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await answer.promise;
    return route.fulfill(answers(500));
  });
  await replies.press('Space');
  await replies.and(page.locator(':disabled')).waitFor({ state: 'attached' });
  answer.resolve();
  await replies.and(page.locator(':focus')).waitFor({ state: 'attached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('a button that was busy has the focus again', async () => {
  const { page } = ada;
  const refused = Promise.withResolvers<void>();
  await page.goto('/routing/tags');
  await page.getByRole('button', { name: 'New tag' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Returns');
  await page.route('**/api/routing/tags', async (route) => {
    await refused.promise;
    await route.fulfill(answers(500));
  });
  const button = dialog.getByRole('button', { name: 'Create' });
  await button.press('Enter');
  await button.and(page.locator(':disabled')).waitFor();
  // The browser has taken the focus from it.
  await eventually(async () => assert.equal(await page.evaluate('document.activeElement === document.body'), true));
  refused.resolve();
  await button.and(page.locator(':focus')).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});
