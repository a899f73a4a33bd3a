import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, type Stage } from '../../server/test/story/stage.ts';
import { password, tokenIn } from '../../server/test/world.ts';
import { closeBrowsers, openBrowser } from './browser.ts';
import { answered, customerWrites, escalated, setDesk, signedIn, signIn } from './desk.ts';

let stage: Stage;
before(async () => {
  stage = await setDesk();
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

const covered = 'hi, i forgot my password and cannot sign in. how do i reset it?';
const uncovered = 'do you offer a student discount for universities in Norway?';

test('a newcomer registers and finds an empty inbox that explains what to do', async () => {
  const browser = await openBrowser(stage.origin);
  const { page } = browser;
  await page.goto('/');
  await page.waitForURL('**/login**');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Nell Newcomer');
  await page.getByRole('textbox', { name: 'Name of your organization' }).fill('Maple');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nell@maple.test');
  await page.getByRole('textbox', { name: 'Password' }).fill('password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('is one of the most common passwords').waitFor();
  assert.equal(await page.getByText('is one of the most common passwords').count(), 1);
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.equal(await page.locator(':focus').getAttribute('autocomplete'), 'new-password');
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
  await page.getByText('0 of 6 steps done').waitFor();
  await page.getByRole('link', { name: 'Go to the inbox from now on' }).click();
  await page.waitForURL('**/inbox');
  await page.getByText('Nobody is waiting for you').waitFor();
  await page.getByText('All', { exact: true }).click();
  await page.getByText('No conversations yet').waitFor();
  await page.goto('/');
  await page.waitForURL('**/inbox');
  assert.deepEqual(browser.complaints(/\/api\/auth\/register/), []);
});

test('one message is answered, another one goes to people: take over, reply, hand back', async () => {
  await customerWrites(stage, covered, answered);
  const passedOn = await customerWrites(stage, uncovered, escalated);
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;

  await page.getByRole('radiogroup', { name: 'Whose conversations' }).getByText(/^AI/).click();
  // The previous list stays until the list of that view is loaded.
  await page.locator('[data-row]').filter({ hasText: covered }).first().click();
  await page.getByRole('heading', { name: 'Why the AI answered' }).waitFor();
  await page.getByText(/^Confidence [01]\.\d\d \/ 0\.70$/).waitFor();
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /Reset your password/ })
    .first()
    .waitFor();

  await page.goto(`/inbox/${passedOn.id}`);
  await page.getByRole('heading', { name: 'Why the AI escalated' }).waitFor();
  const thread = page.getByRole('log');
  await thread.getByText(uncovered).first().waitFor();
  await thread.getByText('Handed over to Internal queue').waitFor();

  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('No, but there is a discount for schools.');
  await page.keyboard.press('Control+Enter');
  await thread.getByText('there is a discount for schools').waitFor();
  await eventually(() =>
    assert.ok(stage.chatdesk.repliesTo(passedOn.channel_reference).some(({ body }) => /for schools/.test(body ?? ''))),
  );
  const taken = await stage.world.ada.gets(`/api/conversations/${passedOn.id}`);
  assert.deepEqual([taken.owner, taken.status], ['human', 'pending']);

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('b');
  await page.getByText('Handed back to the AI.', { exact: true }).first().waitFor();
  await conversationOf(stage, passedOn.channel_reference, (each) => assert.equal(each.owner, 'ai'));
  await page.getByRole('button', { name: 'Take over' }).click();
  await conversationOf(stage, passedOn.channel_reference, (each) => assert.equal(each.owner, 'human'));
  assert.deepEqual(browser.complaints(), []);
});

test('a drafted answer is edited and approved', async () => {
  await stage.world.ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'draft' });
  const waiting = await customerWrites(stage, covered, (each) => assert.equal(each.ai_state, 'awaiting_approval'));
  const browser = await signedIn(stage, 'Max');
  const { page } = browser;
  await page.goto(`/inbox/${waiting.id}`);
  const draft = page.getByRole('article', { name: 'Draft of the AI' });
  await draft.getByRole('button', { name: 'Edit' }).click();
  await draft.getByRole('textbox').fill('Choose “Forgot password” on the sign-in page.');
  await draft.getByRole('button', { name: 'Send edited' }).click();
  await page.getByText('Sent to the customer').waitFor();
  await eventually(() =>
    assert.ok(
      stage.chatdesk.repliesTo(waiting.channel_reference).some(({ body }) => /Forgot password/.test(body ?? '')),
    ),
  );
  await stage.world.ada.patches('/api/organizations/me/settings', { auto_respond_mode: 'auto' });
  assert.deepEqual(browser.complaints(), []);
});

test('a note is written, a tag set, and a resolved conversation reopened with Undo', async () => {
  const passedOn = await customerWrites(stage, 'Can I pay in seashells at your office?', escalated);
  const tag = await stage.world.ada.posts('/api/routing/tags', { name: 'Payments' });
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;
  await page.goto(`/inbox/${passedOn.id}`);
  await page.getByRole('log').getByText('seashells').first().waitFor();
  await page.keyboard.press('n');
  await page.getByRole('textbox', { name: 'Note for your team' }).fill('We do not.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('article', { name: /^Note/ }).getByText('We do not.').waitFor();
  assert.deepEqual(
    stage.chatdesk.repliesTo(passedOn.channel_reference).filter(({ body }) => /We do not/.test(body ?? '')),
    [],
  );
  await page
    .getByRole('combobox', { name: 'Tags' })
    .or(page.getByRole('textbox', { name: 'Tags' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Payments' }).click();
  await conversationOf(stage, passedOn.channel_reference, (each) => assert.deepEqual(each.tags[0]?.id, tag.id));
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await conversationOf(stage, passedOn.channel_reference, (each) => assert.equal(each.status, 'resolved'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await conversationOf(stage, passedOn.channel_reference, (each) => assert.equal(each.status, 'open'));
  assert.deepEqual(browser.complaints(), []);
});

test('a session that ends during a reply keeps the text, and the sign-in returns to the same page', async () => {
  const passedOn = await customerWrites(stage, 'Do you sell to Antarctica as well?', escalated);
  const browser = await signedIn(stage, 'Wim');
  const { page } = browser;
  await page.goto(`/inbox/${passedOn.id}`);
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('We ship to every continent');
  await page.getByText('Draft saved').waitFor();
  // End every session of the person, as a new password elsewhere does.
  await stage.server.desk.db.owner.query(`delete from session where user_id = '${stage.world.wim.userId}'`);
  // A background request of the page may get the 401 before the reply does.
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/login**');
  await page.getByText('Your session has ended').waitFor();
  await signIn(browser, 'Wim');
  await page.waitForURL(`**/inbox/${passedOn.id}`);
  const field = page.getByRole('textbox', { name: /^Reply to/ });
  await field.waitFor();
  assert.equal(await field.inputValue(), 'We ship to every continent');
});

test('leaving a page during the renewal of its session does not sign the person out', async () => {
  const { page } = await signedIn(stage, 'Wim');
  await page.goto('/inbox');
  // This page has renewed the session, too: from here on, each reload is followed by its own renewal.
  await page.getByRole('heading', { name: 'Queue' }).waitFor();
  const renewals = [];
  for (let times = 0; times < 4; times++) {
    const renewal = page.waitForRequest('**/api/auth/refresh');
    await page.reload({ waitUntil: 'commit' });
    renewals.push(await renewal);
  }
  assert.equal((await renewals.at(-1)?.response())?.status(), 200);
  const { rows } = await stage.server.desk.db.owner.query(
    `select 1 from audit_event where action = 'session.revoked_for_reuse'`,
  );
  assert.equal(rows.length, 0);
});

test('a forgotten password is reset with the mailed link', async () => {
  const browser = await openBrowser(stage.origin);
  const { page } = browser;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // Wait for this page: the sign-in page has a field of the same name, and stays until then.
  await page.getByRole('button', { name: 'Send the link' }).waitFor();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('max@example.test');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor();
  const token = await eventually(() => {
    const mail = stage.mail.mailsTo('max@example.test').findLast(({ text }) => text.includes('/reset?token='));
    assert.ok(mail);
    return tokenIn(mail.text);
  });
  await page.goto(`/reset?token=${token}`);
  await page.getByRole('textbox', { name: 'New password' }).fill('a better passphrase 8');
  assert.equal(new URL(page.url()).search, '', 'the token leaves the address');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your password has been changed').waitFor();
  await signIn(browser, 'Max', 'a better passphrase 8');
  await page.getByRole('heading', { name: 'Getting started' }).waitFor();
  await page.goto(`/reset?token=${token}`);
  await page.getByRole('textbox', { name: 'New password' }).fill('yet another passphrase 9');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
});

test('a phone shows the queue, the conversation and the decision one at a time', async () => {
  const passedOn = await customerWrites(stage, 'Is the office dog allowed to reply?', escalated);
  const browser = await signedIn(stage, 'Ada', { width: 390, height: 844 });
  const { page } = browser;
  await page.locator(`[data-row="${passedOn.id}"]`).click();
  await page.getByRole('log').getByText('office dog').first().waitFor();
  assert.equal(await page.getByRole('list', { name: 'Queue' }).count(), 0);
  await page.getByRole('button', { name: 'Show why' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Why the AI escalated' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await page.getByRole('list', { name: 'Queue' }).waitFor();
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
  assert.deepEqual(browser.complaints(), []);
});

test("a customer's message is shown as text, and its markup runs no script", async () => {
  const attack = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>{{7*7}} javascript:alert(1)';
  const passedOn = await customerWrites(stage, `I want a person. ${attack}`, escalated);
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;
  await page.goto(`/inbox/${passedOn.id}`);
  await page.getByRole('log').getByText('I want a person.').first().waitFor();
  assert.equal(await page.evaluate<boolean>("'pwned' in window"), false);
  assert.equal(await page.getByRole('log').locator('script, img').count(), 0);
  assert.deepEqual(browser.complaints(), []);
});

test('the client calls only this server, and keeps no token where scripts could find it', async () => {
  const browser = await signedIn(stage, 'Ada');
  const { page } = browser;
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(stage.origin) && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  await page.reload();
  await page.getByRole('list', { name: 'Queue' }).waitFor();
  assert.deepEqual(elsewhere, []);
  const stored = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  assert.doesNotMatch(stored, /fd_(test|development|production)|refresh/i);
});
