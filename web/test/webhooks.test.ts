import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers } from './browser.ts';
import { goes, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
/** The receiver answers when it is over. */
let held: Promise<unknown> = Promise.resolve();
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    void held.then(() => response.writeHead(200).end('Thank you'));
  });
});
before(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  stage = await setDesk();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
  receiver.close();
  receiver.closeAllConnections();
});

const addressOf = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
const path = '/api/webhook-endpoints';
const makes = (url: string) => stage.world.ada.posts(path, { url, events: ['settings.updated'] });
const query = (text: string, values: unknown[]) => stage.server.desk.db.owner.query(text, values);
const waits = (id: string) =>
  query(
    `insert into webhook_delivery (organization_id, id, endpoint_id, event_id, payload, cause, state, attempts, next_attempt_at, created_at)
     select organization_id, gen_random_uuid(), id, '1', '{"id":"1","type":"settings.updated","at":"2026-01-01T00:00:00Z","data":{}}',
       'event', 'pending', '[{"at":"2026-01-01T00:00:00.000Z","outcome":"refused","status":500,"latency_ms":1,"response":null}]',
       now() + interval '5 hours 1 minute', now() from webhook_endpoint where id = $1`,
    [id],
  );

const shots = process.env['SHOTS'];

test('an admin makes a webhook, tries it, sees what was answered, and deletes it', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const address = addressOf();
  await goes(ada, '/settings/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Address').and(page.locator(':focus')).fill(address);
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Create' }).click();
  const secret = await page.getByTestId('shown-once').textContent();
  assert.match(String(secret), /^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  // The dialog before this one had the focus, and is gone as well.
  await page.getByRole('button', { name: 'New webhook' }).first().and(page.locator(':focus')).waitFor();
  await page.getByRole('link', { name: address }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Accepted (200)').waitFor();
  const [{ headers, body } = assert.fail('nothing arrived')] = received;
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const key = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
  assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  await page.getByRole('button', { name: /^Details of / }).click();
  await page.getByText('Thank you').waitFor();
  assert.deepEqual(await violations(page), []);
  if (shots) await page.screenshot({ path: `${shots}/webhook-delivery.png` });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No webhook yet').waitFor();
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('what is being typed survives the switch beside it and what a colleague saves', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const made = await makes('https://one.example.com/');
  await goes(ada, `/settings/webhooks/${made.id}`);
  const field = page.getByRole('textbox', { name: 'Address' });
  await field.fill('https://two.example.com/');
  await page.getByRole('switch', { name: 'Send events' }).click();
  await page.getByText('This webhook is off.').waitFor();
  assert.equal(await field.inputValue(), 'https://two.example.com/');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(async () =>
    assert.equal((await stage.world.ada.gets(`${path}/${made.id}`)).url, 'https://two.example.com/'),
  );
  await field.fill('https://three.example.com/');
  await stage.world.ada.patches(`${path}/${made.id}`, { url: 'https://four.example.com/' });
  await page.getByRole('heading', { level: 1, name: 'four.example.com' }).waitFor();
  assert.equal(await field.inputValue(), 'https://three.example.com/');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor();
  assert.equal(
    (await stage.world.ada.gets(`${path}/${made.id}`)).url,
    'https://four.example.com/',
    'Ada is asked first',
  );
  assert.deepEqual(ada.complaints(/412/), []);
  await ada.close();
});

test('a webhook that a colleague deletes is shown no more, and not asked for again and again', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const made = await stage.world.ada.posts(path, { url: 'https://five.example.com/', events: ['settings.updated'] });
  await page.clock.install();
  await goes(ada, `/settings/webhooks/${made.id}`);
  await page.getByRole('heading', { level: 1, name: 'five.example.com' }).waitFor();
  await page.getByText('Nothing was sent yet.').waitFor();
  await stage.world.ada.calls('DELETE', `${path}/${made.id}`);
  await page.clock.fastForward(6_000);
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'Not in this organization' }).waitFor();
  assert.equal(await page.getByText(/five\.example|could not be read again/).count(), 0);
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Not in this organization' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.fastForward(20_000);
  await page.getByRole('heading', { level: 2, name: 'Not in this organization' }).waitFor();
  assert.deepEqual(
    asked.filter((url) => url.includes(made.id)),
    [],
  );
  assert.deepEqual(ada.complaints(/404/), []);
  await ada.close();
});

test('a webhook that fails says since when, and its state is whole beside a long address', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const url = `${addressOf()}/${'long'.repeat(50)}`;
  const made = await stage.world.ada.posts(path, { url, events: ['settings.updated'] });
  await query(`update webhook_endpoint set failing_since = now() - interval '1 hour' where id = $1`, [made.id]);
  await goes(ada, '/settings/webhooks');
  const row = page.getByRole('row').filter({ hasText: url });
  assert.ok(await row.getByText('Failing').evaluate((word) => word.scrollWidth <= word.clientWidth));
  await row.getByRole('link').click();
  // An hour ago may be yesterday: then the date is shown, too.
  await page.getByText(/^Nothing was accepted since .*\d+:\d+.* The desk keeps trying/).waitFor();
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('the notices name dates, and what waits says when it is tried again', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const { id } = await makes('https://one.example.com/');
  await waits(id);
  await query(
    `update webhook_endpoint set failing_since = now() - interval '2 days', former_secrets_until = now() + interval '1 day' where id = $1`,
    [id],
  );
  await goes(ada, `/settings/webhooks/${id}`);
  await page.getByText(/^Nothing was accepted since [^.]*\d{4}[^.]*\. The desk keeps trying/).waitFor();
  await page.getByText(/^Until [^.]*\d{4}[^.]* the former secret signs as well/).waitFor();
  await page.getByText('next attempt in 5 hours').waitFor();
  if (shots) await page.screenshot({ path: `${shots}/webhook-failing.png`, fullPage: true });
  for (const [reason, said] of [
    ['gone', /^The address answered 410 \(gone\), so the webhook was switched off: \d+:\d+/],
    ['failing', /^Nothing was accepted for three days, so the webhook was switched off: \d+:\d+/],
  ] as const) {
    await query(
      `update webhook_endpoint set enabled = false, disabled_at = now(), disabled_reason = $2 where id = $1`,
      [id, reason],
    );
    await page.reload();
    await page.getByText(said).waitFor();
  }
  await ada.close();
});

test('what a replay sends is in the log when it is over, also if that was soon', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const { id } = await makes(addressOf());
  await stage.world.ada.patches('/api/organizations/me/settings', { max_ai_turns: 5 });
  await goes(ada, `/settings/webhooks/${id}`);
  await page
    .getByText('Nothing was sent yet.')
    .or(page.getByRole('button', { name: /^Details of / }))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Send again since …' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Since' }).and(page.locator(':focus')).waitFor();
  const deliveries = /\/deliveries\?/;
  // The log is read after the replay has begun and before it has made its deliveries.
  await page.route(deliveries, (route) => route.fulfill({ json: { items: [], next_cursor: null } }), { times: 1 });
  await page.getByRole('dialog').getByRole('button', { name: 'Send events again' }).click();
  await page.getByRole('row').filter({ hasText: ', sent again' }).getByText('Accepted (200)').first().waitFor();
  assert.deepEqual(ada.complaints(), []);
  await ada.close();
});

test('the details of a delivery follow it, and keep their words while they close', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const { id } = await makes(addressOf());
  await goes(ada, `/settings/webhooks/${id}`);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByRole('button', { name: /^Details of / }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivery of webhook.test' });
  await dialog.getByText('Not sent yet').waitFor();
  resolve();
  await dialog.getByText('Thank you').waitFor();
  await page.evaluate(`(() => {
    titlesSeen = new Set();
    const look = () => document.querySelectorAll('[role=dialog] h2').forEach((each) => titlesSeen.add(each.textContent));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  })()`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  const titles = await page.evaluate<string[]>('[...titlesSeen]');
  assert.deepEqual(titles, ['Delivery of webhook.test']);
  await page
    .getByRole('button', { name: /^Details of / })
    .and(page.locator(':focus'))
    .waitFor();
  // Nothing waits any more, so nothing is read again.
  const reads: string[] = [];
  page.on('request', (request) => reads.push(new URL(request.url()).pathname));
  const ofEndpoint = `${path}/${id}`;
  for (let count = 0; count < 2; count += 1)
    await page.waitForRequest((request) => new URL(request.url()).pathname === ofEndpoint);
  assert.deepEqual(
    reads.filter((each) => each === `${ofEndpoint}/deliveries`),
    [],
  );
  await page.getByRole('button', { name: 'Send again since …' }).click();
  await query(`delete from live_event where position is not null`, []);
  await page.getByRole('dialog').getByRole('button', { name: 'Send events again' }).click();
  await page.getByText('Nothing has happened since then').waitFor();
  await ada.close();
});

test('the switch asks before it drops what waits', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const { id } = await makes('https://one.example.com/');
  await waits(id);
  await goes(ada, `/settings/webhooks/${id}`);
  const toggle = page.getByRole('switch', { name: 'Send events' });
  await toggle.click();
  const dialog = page.getByRole('dialog', { name: 'Switch this webhook off?' });
  await dialog.getByText('“Send again since …”').waitFor();
  assert.deepEqual(await violations(page), []);
  if (shots) await page.screenshot({ path: `${shots}/webhook-switch.png` });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await stage.world.ada.gets(`${path}/${id}`)).enabled, true);
  await toggle.click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('This webhook is off.').waitFor();
  await ada.close();
});

test('deleting a webhook asks once, also when its address is being typed', async () => {
  const ada = await signedIn(stage, 'Ada');
  const { page } = ada;
  const { id } = await makes('https://one.example.com/');
  await goes(ada, `/settings/webhooks/${id}`);
  await page.getByRole('textbox', { name: 'Address' }).fill('https://two.example.com/');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/settings/webhooks');
  await ada.close();
});
