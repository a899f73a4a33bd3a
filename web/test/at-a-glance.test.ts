import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, escalated, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
let ada: Browser;
let replied: any;
let passedOn: any;
let complaint: any;
let tag: any;
before(async () => {
  stage = await setDesk();
  replied = await customerWrites(stage, 'hi, i forgot my password and cannot sign in. how do i reset it?', answered);
  passedOn = await customerWrites(stage, 'do you offer a student discount for universities in Norway?', escalated);
  tag = await stage.world.ada.posts('/api/routing/tags', { name: 'complaint' });
  complaint = await stage.world.ada.posts('/api/routing/rules', {
    name: 'Lawyers go to people',
    when: { any: [{ field: 'message.text', op: 'contains', value: 'lawyer' }] },
    then: { decision: 'escalate', add_tag_ids: [tag.id] },
  });
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('Escape closes a dialog and leaves the conversation open', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${passedOn.id}?view=all`);
  await page.getByRole('log').waitFor();
  for (const key of ['?', 'Control+k']) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, `/inbox/${passedOn.id}`);
  }
  await page.keyboard.press('Escape');
  await page.waitForURL(({ pathname }) => pathname === '/inbox');
});

test('the shown decision is that of the reply, not that of its echo', async () => {
  const { page } = ada;
  const echo = stage.chatdesk.events.ownEcho(replied.channel_reference);
  await stage.chatdesk.deliver(stage.hooks.chatdesk, echo);
  const decisions = `/api/conversations/${replied.id}/decisions`;
  await eventually(async () => assert.equal((await stage.world.ada.gets(decisions)).items[0].reason, 'own_echo'));
  await page.goto(`/inbox/${replied.id}?view=all`);
  await page.getByRole('complementary', { name: 'Decision' }).getByText('Why the AI answered').waitFor();
});

test('an unsaved rule is tested on a message, condition by condition', async () => {
  const { page } = ada;
  await page.goto(`/routing/rules/${complaint.id}`);
  const tests = page.getByRole('complementary', { name: 'Try the rule' });
  const message = tests.getByRole('textbox', { name: 'Message' });
  await message.fill('My solicitor will write to you.');
  await tests.getByRole('button', { name: 'Test', exact: true }).click();
  await tests.getByText('Did not match').waitFor();
  await tests.getByText('Message text contains “lawyer” – it is “My solicitor will write to you.”').waitFor();
  await page.getByRole('textbox', { name: 'Value' }).fill('solicitor');
  await tests.getByText('has changed since it was tested').waitFor();
  await tests.getByRole('button', { name: 'Test', exact: true }).click();
  await tests.getByText('Matched', { exact: true }).waitFor();
  await tests.getByText(/^Hand to people/).waitFor();
  assert.deepEqual(await violations(page), []);
  const { when } = await stage.world.ada.gets(`/api/routing/rules/${complaint.id}`);
  assert.equal(when.any[0].value, 'lawyer', 'nothing was saved');
  // Restore the saved value, so that the browser does not ask about unsaved changes.
  await page.getByRole('textbox', { name: 'Value' }).fill('lawyer');
  assert.deepEqual(ada.complaints(), []);
});

test('the last question of a conversation can be used in the test of a rule', async () => {
  const { page } = ada;
  await page.goto(`/routing/rules/${complaint.id}`);
  const tests = page.getByRole('complementary', { name: 'Try the rule' });
  await tests
    .getByRole('combobox', { name: 'Or the last question of' })
    .or(tests.getByLabel('Or the last question of'))
    .first()
    .click();
  await page.getByRole('option', { name: /student discount/ }).click();
  const message = tests.getByRole('textbox', { name: 'Message' });
  // Poll from here: the page's security policy forbids repeated evaluation of text in the page.
  await eventually(async () => assert.match(await message.inputValue(), /student discount/));
});

test('tags show the rules that use them, and rules their effects', async () => {
  const { page } = ada;
  await page.goto('/routing/tags');
  await page.getByRole('table', { name: 'Tags' }).getByRole('link', { name: complaint.name }).waitFor();
  await page.goto('/routing/rules');
  await page.getByText('Hand to people, tag complaint').waitFor();
});

test('a conversation names its channel in the words of every other page', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${passedOn.id}?view=all`);
  await page.getByText('via the chat helpdesk').waitFor();
  await page.getByRole('textbox', { name: /^Reply to .+ via the chat helpdesk$/ }).waitFor();
});

test('channels and confidences of the reports open their conversations, over any two days', async () => {
  const { page } = ada;
  const today = new Date();
  const text = (date: Date) => date.toLocaleDateString('sv');
  await page.goto(`/reports?period=dates&from=${text(new Date(today.getTime() - 86_400_000 * 3))}&to=${text(today)}`);
  await page.getByRole('button', { name: 'Chat helpdesk: 2' }).click();
  await page.getByRole('dialog').getByRole('link').nth(1).waitFor();
  assert.equal(await page.getByRole('dialog').getByRole('link').count(), 2);
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Confidence of decisions' }).getByText('The same as a table').click();
  await page.getByRole('table', { name: 'Confidence of decisions' }).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Until the first answer: .+ or longer/ })
    .last()
    .click();
  await page
    .getByRole('dialog')
    .getByText(/second/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  // Not yesterday: before midnight the messages came on that day.
  await page.getByLabel('Last day').fill(text(new Date(today.getTime() - 86_400_000 * 2)));
  await page.getByText('Nothing came in during this time').waitFor();
});

test('the audit log uses plain words, and the open page of a section is in view on a phone', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings/audit');
  await page.getByText('Rule created').first().waitFor();
  const open = page.getByRole('navigation', { name: 'Pages of the settings' }).locator('[aria-current=page]');
  assert.equal(await open.count(), 1);
  const box = await open.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/settings/audit?action=rule.created');
  await page.getByRole('table', { name: 'Audit log' }).getByText('Rule created').waitFor();
});

test('the audit log is saved as a table: all entries that the filters let through', async () => {
  const { page } = ada;
  await page.goto('/settings/audit?action=rule.created');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const [head, ...lines] = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  assert.match(head ?? '', /^id,at,actor_type,/);
  const { items } = await stage.world.ada.gets('/api/audit-events?action=rule.created&limit=200');
  assert.ok(items.length > 0);
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    items.map(({ id }: { id: string }) => id),
  );
  assert.deepEqual(await violations(page), []);
});

test('the card of a channel names what came in within a day, and what was refused, for who may read the log', async () => {
  const { page } = ada;
  const forged = stage.chatdesk.events.userCreated({ text: 'Pay me.' });
  const { status } = await fetch(stage.hooks.chatdesk, {
    method: 'POST',
    headers: forged.headers,
    body: `${forged.raw.toString()} `,
  });
  assert.equal(status, 401);
  const { items } = await stage.world.ada.gets('/api/channels/chatdesk/events?limit=200');
  const received = items.filter(({ kind }: { kind: string }) => kind === 'event').length;
  assert.ok(received > 0 && items.some(({ state }: { state: string }) => state === 'refused'));
  await page.goto('/channels');
  const card = page.getByRole('region', { name: 'Chat helpdesk' });
  await card.getByText(`In 24 hours: ${received} received, 1 refused`).waitFor();
  await page.getByRole('region', { name: 'E-mail' }).getByText('In 24 hours: 0 received, 0 refused').waitFor();
  assert.deepEqual(await violations(page), []);
  const max = await signedIn(stage, 'Max');
  await max.page.goto('/channels');
  await max.page.getByRole('region', { name: 'Chat helpdesk' }).getByText('Last event').waitFor();
  assert.equal(await max.page.getByText('In 24 hours').count(), 0);
  await max.close();
});

test('a day of the reports is one of the organization, wherever they are read', async () => {
  // The first hours of a day in Auckland belong to the day before in most of the world.
  await stage.world.ada.patches('/api/organizations/me/settings', { timezone: 'Pacific/Auckland' });
  const { series } = await stage.world.ada.gets('/api/reports/overview');
  const day = (timeZone?: string) => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone });
  const last = new Date(series.at(-1).at);
  assert.notEqual(day('Pacific/Auckland').format(last), day('UTC').format(last));
  const { page } = ada;
  await page.goto('/reports');
  await page.getByRole('region', { name: 'Over time' }).getByText('The same as a table').click();
  const shown = page.getByRole('table', { name: 'Over time' }).getByRole('rowheader').last();
  const text = await shown.textContent();
  assert.equal(
    text?.replace(/[^0-9]/g, ''),
    String(
      Number(
        day('Pacific/Auckland')
          .format(last)
          .replace(/[^0-9]/g, ''),
      ),
    ),
  );
});
