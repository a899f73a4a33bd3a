import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startIdentityProvider, type RunningIdentityProvider } from '../../server/test/providers/identity-provider.ts';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { goes, setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

const client = { clientId: 'desk', clientSecret: 'secret-of-the-client-0123456789abcdef' };

let google: RunningIdentityProvider;
let stage: Stage;
let max: Browser;
before(async () => {
  const redirectUris = ['http://localhost:3000/auth/callback'];
  google = await startIdentityProvider({ ...client, redirectUris, people: {} });
  const environment = {
    OIDC_GOOGLE_ISSUER: google.issuer,
    OIDC_GOOGLE_CLIENT_ID: client.clientId,
    OIDC_GOOGLE_CLIENT_SECRET: client.clientSecret,
    OIDC_GOOGLE_NAME: 'Google',
  };
  stage = await setDesk({ environment });
  max = await signedIn(stage, 'Max');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
  await google.close();
});

test('a provider is added in the profile, and removed again', async () => {
  const { page } = max;
  await goes(max, '/settings/profile');
  const part = page.getByRole('region', { name: 'Sign-in with a provider' });
  await page.getByText('This one').waitFor();
  const elsewhere = await page.getByRole('button', { name: /^Sign out / }).count();
  const asked = page.waitForRequest((request) => request.url().startsWith(google.issuer));
  await page.route(`${google.issuer}/**`, (route) => route.abort());
  await part.getByRole('button', { name: 'Add Google' }).click();
  const { search } = await google.signsIn((await asked).url(), 'max');
  await page.goto(`/auth/callback${search}`);
  await page.waitForURL('**/settings/profile');
  const remove = part.getByRole('button', { name: 'Remove Google' });
  await remove.waitFor();
  assert.equal(await part.getByRole('button', { name: 'Add Google' }).count(), 0);
  // The browser goes on in another session; the one before it is no second one.
  await page.getByText('This one').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Sign out / }).count(), elsewhere);
  assert.deepEqual(await violations(page), []);

  await remove.click();
  const question = page.getByRole('dialog', { name: 'Remove the sign-in with Google?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The sign-in with Google is removed.').waitFor();
  await part.getByRole('button', { name: 'Add Google' }).waitFor();
  await page.getByRole('button', { name: /^Sign out / }).waitFor({ state: 'detached' });
});
