import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { conversationWith, mailArrives } from '../../server/test/story/mail-stage.ts';
import { conversationOf, eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { escalated, setDesk, signedIn } from './desk.ts';

// Text that strangers choose - names, subjects and mails - and text that an administrator has pasted.
const image = `<img src=x onerror="document.title='owned'">`;
const script = `"><script>document.title='owned'</script>`;
const support = 'support@birch.test';
let stage: Stage;
let ada: Browser;
let ticket: any;
let mail: any;
let connector: any;
let template: any;
before(async () => {
  stage = await setDesk();
  const { ada: caller } = stage.world;
  await verifies('birch.test');
  await caller.patches('/api/organizations/me/settings', {
    handover_message: `${image} A colleague will reply.`,
    out_of_hours_message: script,
    disclosure: { enabled: true, text: `${script} I am an assistant.` },
    persona: { name: image, signature: script },
  });
  const tag = await caller.posts('/api/routing/tags', { name: image }, 201);
  const then = { add_tag_ids: [tag.id] };
  const when = { all: [{ field: 'message.text', op: 'contains', value: 'person' }] };
  await caller.posts('/api/routing/rules', { name: script, when, then }, 201);
  connector = await caller.posts('/api/connectors', { name: 'Shop', base_url: 'http://127.0.0.1:9' }, 201);
  const lookup = { name: 'order', method: 'GET', path: '/orders', description: image, answer: { en: script } };
  template = await caller.posts(`/api/connectors/${connector.id}/templates`, lookup, 201);
  const said = { subject: image, text: `I want to talk to a person. ${script}`, customer: { name: script } };
  const event = stage.ticketdesk.events.ticketOpened(said);
  await stage.ticketdesk.deliver(stage.hooks.ticketdesk, event);
  ticket = await conversationOf(stage, event.ticketId, escalated);
  const text = `Hello, I want to talk to a person about the lamp. ${image}`;
  const html = `<p><b>Hello</b>, I want to talk to a person about the lamp. ${image}${script}</p>`;
  await mailArrives(stage, {
    to: support,
    from: '"<img src=x onerror=1>" <eve@customer.test>',
    subject: script,
    text,
    html,
  });
  mail = await conversationWith(stage, 'about the lamp', escalated);
  ada = await signedIn(stage, 'Ada');
  ada.page.on('dialog', (dialog) => assert.fail(`a dialog: ${dialog.message()}`));
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

async function verifies(domain: string): Promise<void> {
  const { id, records } = await stage.world.ada.posts('/api/channels/email/domains', { domain }, 201);
  const record = records.find(({ purpose }: { purpose: string }) => purpose === 'ownership');
  stage.dns.set(record.name, { TXT: [[record.value]] } as never);
  await stage.world.ada.posts(`/api/channels/email/domains/${id}/verify`, undefined, 200);
}

async function isText(page: Page): Promise<void> {
  const where = page.url();
  assert.notEqual(await page.title(), 'owned', where);
  assert.equal(await page.locator('[onerror], a[href^="javascript:"], body script:not([src])').count(), 0, where);
  assert.deepEqual(ada.complaints(), [], where);
}

test("the name and the subject of a customer are shown as text: in the queue, the thread, the tab's title and the trace", async () => {
  const { page } = ada;
  await page.goto(`/inbox/${ticket.id}`);
  await page.getByRole('heading', { level: 1, name: image }).waitFor();
  await eventually(async () => assert.equal(await page.title(), `${image} · Frontdesk`));
  await page.getByRole('list', { name: 'Queue' }).getByText(image).first().waitFor();
  await page.getByRole('log').getByText(script).first().waitFor();
  await page.getByRole('button', { name: `Send to ${script}` }).waitFor();
  const trace = page.locator('.inbox-trace');
  await trace.getByText(script).first().waitFor();
  await trace.getByText(image).first().waitFor();
  await isText(page);
});

test('a mail is shown as text, and its formatted version runs no script in its frame', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${mail.id}`);
  await page.getByRole('heading', { level: 1, name: script }).waitFor();
  await page.getByRole('log').getByText('about the lamp').first().waitFor();
  await page.getByRole('button', { name: 'Show with formatting' }).click();
  const frame = page.frameLocator('.mail-frame');
  await frame.getByText('about the lamp').waitFor();
  assert.equal(await frame.locator('[onerror], script:not([src])').count(), 0);
  await isText(page);
});

test('texts of the settings are shown as text, in the form and in the thread', async () => {
  const { page } = ada;
  await page.goto(`/inbox/${ticket.id}`);
  await page.getByRole('log').getByText('A colleague will reply.').last().waitFor();
  await page.getByRole('log').getByText(`${image} · AI`).first().waitFor();
  await page.goto('/settings');
  for (const [label, value] of [
    ['Name of the assistant', image],
    ['Signature', script],
  ] as const)
    assert.equal(await page.getByRole('textbox', { name: label }).inputValue(), value);
  await isText(page);
});

test('the texts of a template are shown as text', async () => {
  const { page } = ada;
  for (const path of ['templates', `templates/${template.id}`]) {
    await page.goto(`/connectors/${connector.id}/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await isText(page);
  }
  assert.equal(await page.getByRole('textbox', { name: 'Description' }).inputValue(), image);
});

test('the audit log shows hostile names as text', async () => {
  await ada.page.goto('/settings/audit');
  await ada.page.getByRole('table').waitFor();
  await isText(ada.page);
});
