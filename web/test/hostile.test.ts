import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { customerWrites, escalated, setDesk, signedIn } from './desk.ts';

// Every screen shows input as text: it creates no element, runs no script and does not change the page's direction.
const payloads = {
  image: `<img src=x onerror="document.title='owned'">`,
  script: `"><script>document.title='owned'</script>`,
  link: `[press](javascript:document.title='owned') {{7*7}} \${7*7}`,
  arabic: 'مرحبا، أين طلبي رقم 771204؟',
};
const hostile = Object.values(payloads).join(' ');
let stage: Stage;
let ada: Browser;
let conversation: any;
let collection: any;
let rule: any;
let connector: any;
let document: any;
before(async () => {
  stage = await setDesk();
  const { ada: caller } = stage.world;
  collection = await caller.posts('/api/knowledge/collections', { name: payloads.image, description: hostile }, 201);
  const text = { collection_id: collection.id, title: payloads.script, text: hostile, format: 'markdown' };
  document = await caller.posts('/api/knowledge/documents/text', text, 202);
  await caller.posts('/api/routing/tags', { name: payloads.image, description: hostile }, 201);
  await caller.posts('/api/routing/destinations', { name: payloads.image, kind: 'queue' }, 201);
  await caller.posts('/api/knowledge/validation/playground/conversations', { title: payloads.image }, 201);
  await setUp(caller);
  conversation = await customerWrites(stage, `I want to talk to a person. ${hostile}`, escalated);
  await caller.posts(`/api/conversations/${conversation.id}/messages`, { kind: 'note', text: hostile }, 201);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

/** Sets up the texts that only administrators write, who may have pasted them from anywhere. */
async function setUp(caller: Stage['world']['ada']): Promise<void> {
  const condition = { field: 'message.text', op: 'contains', value: hostile };
  const when = { any: [condition, { field: 'customer.attributes.<b>plan</b>', op: 'exists' }] };
  rule = await caller.posts('/api/routing/rules', { name: payloads.image, when, then: { priority: 'low' } }, 201);
  const shop = { name: payloads.image, base_url: 'http://127.0.0.1:9', auth: { kind: 'none' } };
  connector = await caller.posts('/api/connectors', shop, 201);
  const turns = [{ customer: hostile }];
  const written = {
    id: 'hostile',
    name: payloads.image,
    tags: [payloads.script],
    turns,
    expect: { outcome: 'answer' },
  };
  await caller.posts('/api/knowledge/validation/suite/cases', written, 201);
  await caller.posts('/api/api-keys', { name: payloads.image, role: 'member' }, 201);
  await caller.patches('/api/organizations/me', { name: payloads.image });
  await stage.world.wim.patches('/api/auth/me', { name: payloads.image });
}

const screens: [path: () => string, shows: string][] = [
  [() => `/inbox/${conversation.id}`, payloads.image],
  [() => '/knowledge', payloads.image],
  [() => `/knowledge/${collection.id}`, payloads.script],
  [() => `/knowledge/documents/${document.id}`, payloads.script],
  [() => '/routing/rules', payloads.image],
  [() => `/routing/rules/${rule.id}`, payloads.image],
  [() => '/routing/history', payloads.image],
  [() => '/routing/tags', payloads.image],
  [() => '/routing/destinations', payloads.image],
  [() => '/connectors', payloads.image],
  [() => `/connectors/${connector.id}`, payloads.image],
  [() => '/validation/playground', payloads.image],
  [() => '/validation/suite', payloads.image],
  [() => '/settings', payloads.image],
  [() => '/settings/members', payloads.image],
  [() => '/settings/api-keys', payloads.image],
  [() => '/settings/history', payloads.image],
  [() => '/settings/audit', payloads.image],
];

test('input of any field is shown as text on every screen', async () => {
  const { page } = ada;
  page.on('dialog', (dialog) => assert.fail(`a dialog: ${dialog.message()}`));
  for (const [path, shows] of screens) {
    await page.goto(path());
    await page.getByText(shows).first().waitFor();
    assert.notEqual(await page.title(), 'owned', path());
    assert.equal(await page.locator('[onerror], a[href^="javascript:"], body script:not([src])').count(), 0, path());
  }
  // A connector that was never read has no snapshot: the page requests it and gets a 404.
  assert.deepEqual(ada.complaints(/schema-snapshot/), []);
});

test('an Arabic message is set from right to left on an English desk', async () => {
  const { page } = ada;
  const said = await customerWrites(stage, `${payloads.arabic} أريد التحدث إلى شخص.`, () => {});
  await page.goto(`/inbox/${said.id}`);
  await page.getByRole('log').locator(':dir(rtl)', { hasText: payloads.arabic }).first().waitFor();
  assert.equal(await page.evaluate('getComputedStyle(document.body).direction'), 'ltr');
});
