import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { answered, customerWrites, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

const suite = '/api/knowledge/validation/suite';
const pictures = process.env['PICTURES'];

let stage: Stage;
let browser: Browser;
let conversation: any;
before(async () => {
  stage = await setDesk();
  conversation = await customerWrites(stage, 'How can I reset my password?', answered);
  browser = await signedIn(stage, 'Wim');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const picture = async (name: string) =>
  pictures && browser.page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });

test('a decision becomes a case, which is edited, duplicated, filtered and deleted', async () => {
  const { page } = browser;
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('button', { name: 'Save as a case' }).click();
  await page.getByText('is a case of the suite now').waitFor();
  await page.goto('/validation/suite');
  await page.getByRole('button', { name: /^Edit / }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the case' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Password');
  await dialog.getByRole('button', { name: 'Add a message' }).click();
  await dialog.getByRole('textbox', { name: 'Message 2' }).fill('And what if the link has expired?');
  await dialog.getByRole('textbox', { name: 'The answer must contain' }).fill('Forgot password');
  await dialog
    .getByRole('combobox', { name: 'Tags' })
    .or(dialog.getByRole('textbox', { name: 'Tags' }))
    .fill('account');
  await page.keyboard.press('Enter');
  assert.deepEqual(await violations(page), []);
  await picture('case-form');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const [saved] = (await stage.world.wim.gets(suite)).cases;
  assert.equal(saved.name, 'Password');
  assert.deepEqual(saved.tags.includes('account'), true);
  assert.equal(saved.turns.length, 2);
  assert.deepEqual(saved.expect.answer.must_include, ['Forgot password']);
  assert.equal(saved.provenance.conversation_id, conversation.id, 'where it came from stays');
  await page.getByRole('button', { name: 'Duplicate Password' }).click();
  await page.getByText('Password (copy)').waitFor();
  const remove = page.getByRole('button', { name: 'Remove Password (copy)' });
  const question = page.getByRole('dialog', { name: 'Remove the case “Password (copy)”?' });
  await remove.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal((await stage.world.wim.gets(suite)).cases.length, 2);
  await remove.click();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('Password (copy)').waitFor({ state: 'detached' });
  assert.equal((await stage.world.wim.gets(suite)).cases.length, 1);
  assert.deepEqual(await violations(page), []);
});

test('a conversation is rehearsed in the playground, under other circumstances, and one of its turns becomes a case', async () => {
  const { page } = browser;
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Try again in the playground' }).click();
  await page.waitForURL('**/validation/playground/*');
  await page.getByRole('button', { name: 'Circumstances' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Again, as a stranger');
  await page.getByRole('button', { name: 'Use from the next turn on' }).click();
  await page.getByRole('link', { name: /Again, as a stranger/ }).waitFor();
  await page
    .getByRole('textbox', { name: 'Say something as the customer' })
    .fill('Can I get a refund for the annual plan?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByText(/30 days/)
    .first()
    .waitFor();
  assert.deepEqual(await violations(page), []);
  await picture('playground');
  await page.getByRole('button', { name: 'Save as a case' }).last().click();
  await page.getByText('is a case of the suite now').waitFor();
  assert.equal((await stage.world.wim.gets(suite)).cases.length, 2);
});

test('the playground suggests questions from the documents, sends with Enter, and explains its replies', async () => {
  const { page } = browser;
  await page.goto('/validation/playground');
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.getByText('Ask what your documents answer:').waitFor();
  const say = page.getByRole('textbox', { name: 'Say something as the customer' });
  await say.fill('How can I reset my password?');
  await say.press('Shift+Enter');
  assert.equal(await say.inputValue(), 'How can I reset my password?\n');
  await say.press('Enter');
  await page.getByRole('link', { name: /^How can I reset my password\?/ }).waitFor();
  await page.getByRole('heading', { name: 'Why the AI answered' }).waitFor();
  await say.fill('Let me talk to a person.');
  await say.press('Enter');
  await page.getByRole('heading', { name: 'Why the AI escalated' }).waitFor();
  await page.getByRole('button', { name: 'Why?' }).first().click();
  await page.getByRole('heading', { name: 'Why the AI answered' }).waitFor();
  await page.getByRole('button', { name: 'Edit and ask again' }).first().click();
  assert.equal(await say.inputValue(), 'How can I reset my password?\n'.trim());
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('link', { name: /^How can I reset my password\?/ }).waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Show archived conversations' }).click();
  await page.getByRole('link', { name: /^How can I reset my password\?/ }).waitFor();
});

test('the simulator asks within a real conversation, and with other thresholds', async () => {
  const { page } = browser;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('link', { name: 'Re-run in the simulator' }).click();
  await page.waitForURL('**/validation/simulate?conversation=*');
  const message = page.getByRole('textbox', { name: 'Message' });
  assert.equal(await message.inputValue(), 'How can I reset my password?');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('heading', { name: 'Why the AI answered' }).waitFor();
  await page.getByRole('button', { name: 'Other circumstances' }).click();
  await page.getByRole('textbox', { name: 'Answer from' }).fill('1');
  await page.getByRole('textbox', { name: 'Ask back from' }).fill('1');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('heading', { name: 'Why the AI escalated' }).waitFor();
  assert.deepEqual(await violations(page), []);
  const blue = `[...document.querySelectorAll('main a')].filter((link) => getComputedStyle(link).color === 'rgb(0, 0, 238)').length`;
  assert.equal(await page.evaluate(blue), 0, 'no link has the color of the browser');
  await picture('simulator');
  await page.getByRole('button', { name: 'Ask outside of the conversation' }).click();
  await page.getByRole('combobox', { name: 'Channel' }).waitFor();
  await message.fill('How can I reset my password?');
  await page.getByRole('button', { name: 'Add a message' }).click();
  await page.getByRole('textbox', { name: 'Message 2' }).fill('Let me talk to a person.');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByRole('heading', { name: 'Turn by turn' }).waitFor();
  // A request for a person skips the search, so the page must not say that no passage was found.
  await page.getByText('The customer asked for a person').first().waitFor();
  assert.equal(await page.getByText('Found no passage').count(), 0);
  assert.deepEqual(await violations(page), []);
});

test('a run is compared with another one of choice', async () => {
  const { page } = browser;
  for (const times of [1, 2]) {
    await page.goto(times === 1 ? '/validation/suite' : '/validation/runs');
    await page.getByRole('button', { name: 'Run the suite' }).click();
    await page.waitForURL('**/validation/runs/*');
    await page.getByRole('combobox', { name: 'Compare with the run of' }).waitFor();
    if (times === 1) await page.getByText('There is no run before this one').waitFor();
  }
  await page.getByText(/cases? as before/).waitFor();
  assert.deepEqual(await violations(page), []);
  await picture('run');
  await page.goto('/validation/suite');
  await page
    .getByRole('link', { name: /^(?:Passed|Failed)$/ })
    .first()
    .click();
  await page.waitForURL('**/validation/runs/*');
});

test('the scores of the runs are drawn, and two chosen runs are compared', async () => {
  const { page } = browser;
  await page.goto('/validation/runs');
  await page.getByRole('img', { name: /^Scores of the last 2 runs, oldest first: \d+/ }).waitFor();
  await page.getByRole('button', { name: 'Compare (0 of 2)' }).and(page.locator(':disabled')).waitFor();
  const boxes = page.getByRole('checkbox', { name: /^Compare the run of/ });
  for (const box of await boxes.all()) await box.check();
  assert.deepEqual(await violations(page), []);
  await picture('runs');
  const [newer, older] = (await stage.world.wim.gets('/api/knowledge/validation/runs')).items;
  const { settings_version: settings, policy_revision: rules } = newer.snapshot;
  await page.getByText(`settings ${settings} · rules ${rules} · documents`).first().waitFor();
  await page.getByRole('button', { name: 'Compare (2 of 2)' }).click();
  await page.waitForURL(`**/validation/runs/${newer.id}?against=${older.id}`);
  await page.getByText(/cases? as before/).waitFor();
  const others = page.getByRole('combobox', { name: 'Compare with the run of' });
  assert.match(await others.inputValue(), /\(baseline\)$/);
});

test('a case that is no longer answered is shown as a regression, with its lost answer crossed out', async () => {
  const { page } = browser;
  const { wim } = stage.world;
  const cases = [{ id: 'reset', turns: [{ customer: 'How can I reset my password?' }], expect: { outcome: 'answer' } }];
  await wim.calls('PUT', suite, { cases }, { 'if-match': '*' });
  const runOf = async (wish: object) => {
    const { id } = await wim.posts(`${suite}/run`, wish, 202);
    await eventually(async () =>
      assert.equal((await wim.gets(`/api/knowledge/validation/runs/${id}`)).status, 'completed'),
    );
    return id;
  };
  const base = await runOf({});
  const overlay = { settings: { thresholds: { answer: 1, clarify: 1 } } };
  await page.goto(`/validation/runs/${await runOf({ overlay, baseline_run_id: base })}`);
  await page.getByText('1 regression').first().waitFor();
  await page.locator('del', { hasText: /^Answer$/ }).waitFor();
  await page.locator('ins', { hasText: 'Hand to people' }).waitFor();
  await page.locator('del', { hasText: 'Forgot password' }).waitFor();
  await page.getByText('0 passed, 1 failed', { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
});

test('a case that names a destination and a document by id shows their names, or that they were deleted', async () => {
  const { page } = browser;
  const { wim } = stage.world;
  const queue = await wim.posts('/api/routing/destinations', { name: 'Returns desk', kind: 'queue' });
  const [{ id: source, title }] = (await wim.gets('/api/knowledge/documents')).items;
  const expect = { outcome: 'escalate', destination: queue.id, sources_any: [source] };
  const cases = [{ id: 'named', name: 'By id', turns: [{ customer: 'I want to talk to a person' }], expect }];
  await wim.calls('PUT', suite, { cases }, { 'if-match': '*' });
  const { id } = await wim.posts(`${suite}/run`, {}, 202);
  await eventually(async () =>
    assert.equal((await wim.gets(`/api/knowledge/validation/runs/${id}`)).status, 'completed'),
  );
  await page.goto(`/validation/runs/${id}`);
  await page.getByText('Destination: expected Returns desk, got').waitFor();
  await page.getByText(`expected ${title}, got nothing`).waitFor();
  await wim.deletes(`/api/routing/destinations/${queue.id}`);
  await page.goto('/validation/suite');
  await page.getByText('to something that was deleted').waitFor();
});

test('the settings show how many of the last decisions each value of a threshold would change', async () => {
  const admin = await signedIn(stage, 'Ada');
  const { page } = admin;
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Show what other values would change' }).click();
  const table = page.getByRole('region', { name: 'Changed decisions by threshold' });
  await table.getByText('(as set above)').first().waitFor();
  const { thresholds } = await stage.world.ada.posts(
    '/api/routing/policy/preview',
    { last: 200, thresholds: true },
    200,
  );
  const shown = await table.getByRole('row').allInnerTexts();
  assert.equal(shown.length, thresholds.answer.length + 1);
  assert.match(shown.at(-1) ?? '', new RegExp(`\\t${thresholds.answer.at(-1).flips}`));
  assert.deepEqual(await violations(page), []);
  if (pictures) await table.screenshot({ path: `${pictures}/threshold-flips.png` });
});

test('an answer that was rated bad and a knowledge gap become cases', async () => {
  const { page } = browser;
  await page.goto(`/inbox/${conversation.id}`);
  await page.getByRole('button', { name: 'Bad answer' }).click();
  await page.getByRole('button', { name: 'Send feedback' }).click();
  const thread = page.getByRole('region', { name: 'Conversation', exact: true });
  await thread.getByRole('button', { name: 'Save as a case' }).click();
  await page.getByText('is a case of the suite now').first().waitFor();
  const asked = await customerWrites(stage, 'Where can I park my horse near the observatory?', (each) =>
    assert.ok(each.last_decision),
  );
  await page.goto('/knowledge/health');
  await page.getByText(/documents? (?:is|are) expected by no case/).waitFor();
  const gap = page.getByRole('article', { name: 'Where can I park my horse near the observatory?' });
  await gap.getByRole('button', { name: 'Conversations' }).click();
  await gap.getByRole('link').waitFor();
  assert.deepEqual(await violations(page), []);
  await picture('gaps');
  await gap.getByRole('button', { name: 'Save as a case' }).click();
  await page.getByText('is a case of the suite now').first().waitFor();
  await gap.getByRole('link').click();
  await page.waitForURL(`**/inbox/${asked.id}`);
  const { cases } = await stage.world.wim.gets(suite);
  assert.deepEqual(
    cases.slice(-2).map((each: any) => each.tags[0]),
    ['feedback', 'gap'],
  );
});

test('a changed reply is shown word by word, and accepted as the new expectation', async () => {
  const { page } = browser;
  const { wim } = stage.world;
  const turns = [{ customer: 'How can I reset my password?' }];
  const expect = { outcome: 'escalate', answer: { must_include: ['nowhere'] } };
  await wim.calls('PUT', suite, { cases: [{ id: 'reset', name: 'Reset', turns, expect }] }, { 'if-match': '*' });
  await page.goto('/validation/suite');
  await page.getByRole('button', { name: 'Run the suite' }).click();
  await page.waitForURL('**/validation/runs/*');
  const result = page.getByRole('article', { name: 'Reset' });
  await result.getByText('Failed', { exact: true }).waitFor();
  // The look of a decision comes with it, also where no page has shown one before.
  await page.reload();
  await result.getByRole('button', { name: 'Details of Reset' }).click();
  const rules = result.locator('.trace-rules');
  assert.equal(
    await rules.evaluate((list) => list.ownerDocument.defaultView?.getComputedStyle(list).listStyleType),
    'none',
  );
  await result.getByRole('button', { name: 'Accept as new expectation' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await picture('run-details');
  await result.getByRole('button', { name: 'Accept as new expectation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Expect this of “Reset” from now on?' });
  await dialog.getByText('Outcome: Hand to people → Answer').waitFor();
  await dialog.getByText('“nowhere” is no longer expected').waitFor();
  assert.deepEqual(await violations(page), []);
  await picture('accept');
  await dialog.getByRole('button', { name: 'Accept as new expectation' }).click();
  await page.getByText('“Reset” expects this from now on.').waitFor();
  const [saved] = (await wim.gets(suite)).cases;
  assert.deepEqual([saved.id, saved.expect], ['reset', { outcome: 'answer' }]);

  await page.goto('/validation/suite');
  await page.getByRole('button', { name: 'Run the suite' }).click();
  await page.waitForURL('**/validation/runs/*');
  await page.getByText(/suite \d+ → \d+/).waitFor();
  await page.getByText(/1 fixed/).waitFor();
  assert.deepEqual(await violations(page), []);
  await picture('run-fixed');
});

test('an import of the suite first shows how many cases it changes', async () => {
  const { page } = browser;
  await page.goto('/validation/suite');
  const importTable = async (text: string) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    await (await choosing).setFiles({ name: 'suite.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await importTable('id,message,outcome\nreset,How can I reset my password?,answer\nnew,Is it free?,answer\n');
  const dialog = page.getByRole('dialog', { name: 'Replace the suite?' });
  await dialog.getByText('1 added, 1 changed, 0 removed, 0 as before.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await stage.world.wim.gets(suite)).cases.length, 1);
  await importTable('id,message,outcome\nreset,How can I reset my password?,sing\n');
  await page.getByRole('alert').first().waitFor();
  assert.equal((await stage.world.wim.gets(suite)).cases.length, 1);
});
