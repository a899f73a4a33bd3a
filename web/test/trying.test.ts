import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { password, tokenIn } from '../../server/test/world.ts';
import { closeBrowsers, openBrowser } from './browser.ts';
import { setDesk, signedIn, signIn } from './desk.ts';
import { violations } from './violations.ts';

let stage: Stage;
before(async () => void (stage = await setDesk()));
after(async () => {
  await closeBrowsers();
  await stage.close();
});

test('the inbox of a desk without conversations links to the test of its channel, which shows each step', async () => {
  const { page, complaints } = await signedIn(stage, 'Ada');
  await page.goto('/inbox?view=all');
  await page.getByText('Waiting for the first message').waitFor();
  await page.getByText('Last event: never.').waitFor();
  await page.getByRole('link', { name: 'Send a test' }).click();
  await page.getByRole('heading', { level: 1, name: 'Chat helpdesk' }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Everything works').waitFor();
  const steps = page.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem');
  assert.equal(await steps.count(), 5);
  await page.getByRole('table', { name: 'What came in' }).getByText('A test that this desk sent to itself').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.goto('/channels/email');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('Everything works').waitFor();
  await page.goto('/inbox?view=all');
  await page.getByText('Last event: never.').waitFor();
  assert.deepEqual(complaints(), []);
});

test('a failed step shows its remedy, in the language of the page', async () => {
  await stage.world.wim.patches('/api/auth/me', { locale: 'de' });
  const { page } = await signedIn(stage, 'Wim');
  const steps = [
    { id: 'configured', ok: true, detail: 'Set up.' },
    { id: 'accepted', ok: false, detail: 'The inbound route answered 503.', remedy: 'Try again.' },
  ];
  await page.route('**/test-event', (route) => route.fulfill({ json: { ok: false, steps } }));
  await page.goto('/channels/ticketdesk');
  await page.getByRole('button', { name: 'Test senden' }).click();
  await page.getByText('Der Test kam nicht durch').waitFor();
  await page.getByText('Versuchen Sie es in einer Minute noch einmal.').waitFor();
  await page.getByText('The inbound route answered 503.').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('a step that a channel works without is optional, not missing', async () => {
  const { page } = await signedIn(stage, 'Ada');
  await page.goto('/channels/ticketdesk');
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await steps.filter({ hasText: 'OAuth cannot be used' }).getByText('optional', { exact: true }).waitFor();
  assert.equal(await steps.filter({ hasText: 'OAuth cannot be used' }).getByText('Missing').count(), 0);
});

const tokenFor = (address: string, path: string) =>
  eventually(() => {
    const mail = stage.mail.mailsTo(address).findLast(({ text }) => text.includes(`${path}?token=`));
    assert.ok(mail);
    return tokenIn(mail.text);
  });

test('a new address from the profile takes effect once the mailed link has confirmed it', async () => {
  const { page } = await signedIn(stage, 'Max');
  await page.goto('/settings/profile');
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill('max@elsewhere.test');
  await page.getByLabel('Your password').first().fill('a wrong one');
  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByText('is not the current password').waitFor();
  await page.getByLabel('Your password').first().fill(password);
  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByText('A link is on its way to max@elsewhere.test.').waitFor();
  await page.goto(`/email/confirm?token=${await tokenFor('max@elsewhere.test', '/email/confirm')}`);
  await page.getByRole('heading', { name: 'Confirm your new address' }).waitFor();
  assert.equal(new URL(page.url()).search, '', 'the token leaves the address');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByRole('heading', { name: 'Your address is changed' }).waitFor();
  await page.getByRole('link', { name: 'Go on' }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/email'));
  await page.goto('/settings/profile');
  await page.getByText('You sign in with max@elsewhere.test.').waitFor();
});

test('an address that was never confirmed is confirmed by a link that its owner sends from the profile', async () => {
  const { email } = await stage.world.mallory.gets('/api/auth/me');
  const mallory = await signedIn(stage, 'Mallory');
  const { page } = mallory;
  await page.goto('/settings/profile');
  await page.getByText('Not confirmed yet.').waitFor();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText(`A link goes to ${email}`).waitFor();
  assert.deepEqual(await violations(page, { within: 'main' }), []);
  await page.goto(`/reset?token=${await tokenFor(email, '/reset')}`);
  await page.getByRole('textbox', { name: 'New password' }).fill('another long pass phrase');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your password has been changed.').waitFor();
  await signIn(mallory, 'Mallory', 'another long pass phrase');
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  await page.goto('/settings/profile');
  await page.getByText('Confirmed', { exact: true }).waitFor();
});

test('what would change a simulated handover names the other destination', async () => {
  const desk = await stage.world.wim.posts('/api/routing/destinations', { name: 'Complaints desk', kind: 'queue' });
  await stage.world.wim.posts('/api/routing/rules', {
    name: 'Threats',
    priority: 10,
    when: { all: [{ field: 'message.text', op: 'contains', value: 'lawyer' }] },
    then: { decision: 'escalate', destination_id: desk.id },
  });
  const { page } = await signedIn(stage, 'Ada');
  await page.goto('/validation/simulate');
  await page.getByRole('textbox', { name: 'Message' }).fill('I want to talk to a person.');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByText('to Internal queue').waitFor();
  await page.getByText('Hand to people: Complaints desk').waitFor();
});

test('the owner of the old address can stop a change', async () => {
  const { wim } = stage.world;
  const { email } = await wim.gets('/api/auth/me');
  await wim.posts('/api/auth/me/email', { email: 'wim@elsewhere.test', current_password: password }, 202);
  const { page } = await openBrowser(stage.origin);
  await page.goto(`/email/stop?token=${await tokenFor(email, '/email/stop')}`);
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await page.getByRole('heading', { name: 'The change is stopped' }).waitFor();
  await page.goto(`/email/confirm?token=${await tokenFor('wim@elsewhere.test', '/email/confirm')}`);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  assert.deepEqual(await violations(page), []);
});
