import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

const rules = '/api/routing/rules';
const settings = '/api/organizations/me/settings';
const question = 'How can I reset my password?';
const pictures = process.env['PICTURES'];

let stage: Stage;
before(async () => {
  stage = await setDesk();
  const { ada, wim } = stage.world;
  await customerWrites(stage, question, answered);
  const suite = { cases: [{ id: 'reset', turns: [{ customer: question }], expect: { outcome: 'answer' } }] };
  assert.equal((await wim.calls('PUT', '/api/knowledge/validation/suite', suite)).status, 200);
  await ada.patches(settings, { publish_gate: { enabled: true, max_regressions: 0, min_score: 0.9 } });
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const picture = async ({ page }: Browser, name: string) =>
  pictures && page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });

const breaking = (name: string) => ({
  name,
  enabled: false,
  when: { all: [{ field: 'message.text', op: 'contains', value: 'password' }] },
  then: { decision: 'escalate' },
});

test('a rule is tried on real messages before it is saved, and shows which it would change and why', async () => {
  const { id } = await stage.world.wim.posts(rules, breaking('Off for now'));
  const browser = await signedIn(stage, 'Wim');
  const { page } = browser;
  await page.goto(`/routing/rules/${id}`);
  await page.getByRole('button', { name: 'Try the rule' }).click();
  await page.getByText('The only decision would stay as it is.').waitFor();
  await page.goto('/routing/rules/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Everything to people');
  await page.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('option', { name: 'Hand to people' }).click();
  await page.getByRole('button', { name: 'Try the rule' }).click();
  await page.getByText('One decision of the last 1 would change:').waitFor();
  await page.getByText('The rule "Everything to people" is matched; it is new.').waitFor();
  assert.deepEqual(await violations(page), []);
  await picture(browser, 'rule-preview');
  await page.getByRole('textbox', { name: 'Name' }).fill('Another name');
  await page.getByText('The rule has changed since it was tried.').waitFor();
  assert.equal((await stage.world.wim.gets(rules)).items.length, 1, 'nothing is saved');
  await stage.world.wim.deletes(`${rules}/${id}`);
});

test('a refusal by the gate is shown, and a person who may not override it sees who may', async () => {
  const { id } = await stage.world.wim.posts(rules, breaking('Guarded from Wim'));
  const browser = await signedIn(stage, 'Wim', { scheme: 'dark' });
  const { page } = browser;
  await page.goto('/routing/rules');
  await page.route(/\/assets\/gate-dialog-.*\.js/, (route) => route.abort());
  await page.getByRole('switch', { name: 'On: Guarded from Wim' }).press(' ');
  const unexplained = page.getByRole('alert').filter({ hasText: 'No connection' });
  await unexplained.waitFor();
  await page.unrouteAll();
  await unexplained.getByRole('button', { name: 'Retry' }).click();
  const dialog = page.getByRole('dialog', { name: 'This would break cases of the suite' });
  await dialog.getByText(question).waitFor();
  await dialog.getByText(/Only an organization admin.*Ada/).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Save anyway' }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await picture(browser, 'gate-member');
  await dialog.getByRole('button', { name: 'Back to the change' }).click();
  assert.equal((await stage.world.wim.gets(`${rules}/${id}`)).enabled, false);
  await stage.world.wim.deletes(`${rules}/${id}`);
});

test('an admin of the organization overrides the gate, with a reason that the audit log contains', async () => {
  const { ada } = stage.world;
  const { id } = await ada.posts(rules, breaking('Guarded from Ada'));
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;
  await page.goto('/routing/rules');
  await page.getByRole('switch', { name: 'On: Guarded from Ada' }).press(' ');
  const dialog = page.getByRole('dialog', { name: 'This would break cases of the suite' });
  const save = dialog.getByRole('button', { name: 'Save anyway' });
  assert.equal(await save.isDisabled(), true, 'without a reason nothing is saved');
  await dialog.getByRole('textbox', { name: 'Why save it anyway?' }).fill('The article is wrong until Monday');
  assert.deepEqual(await violations(page), []);
  await picture(browser, 'gate-admin');
  await save.click();
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.equal((await ada.gets(`${rules}/${id}`)).enabled, true);
  const { items } = await ada.gets('/api/audit-events?action=publish_gate.overridden');
  assert.equal(items[0].changes.reason.to, 'The article is wrong until Monday');
  await ada.deletes(`${rules}/${id}`);
});

test('an earlier policy is restored from the history, through the gate', async () => {
  const { ada } = stage.world;
  const { id } = await ada.posts(`${rules}?gate_override=Restored%20below`, {
    ...breaking('Soon gone'),
    enabled: true,
  });
  const [broken] = (await ada.gets('/api/routing/policy/revisions')).items;
  await ada.deletes(`${rules}/${id}`);
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;
  await page.goto('/routing/history');
  await page.getByText('Removed the rule “Soon gone”.').waitFor();
  await picture(browser, 'policy-history');
  await page.getByRole('button', { name: `Restore revision ${broken.revision}`, exact: true }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: 'This would break cases of the suite' });
  await dialog.getByRole('textbox', { name: 'Why save it anyway?' }).fill('It was right after all');
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('Restored', { exact: true }).waitFor();
  assert.equal((await ada.gets(`${rules}/${id}`)).name, 'Soon gone');
  assert.deepEqual(await violations(page), []);
});
