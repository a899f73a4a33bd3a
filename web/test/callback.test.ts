import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, type Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { setDesk, signedIn } from './desk.ts';
import { violations } from './violations.ts';

// The page to which a vendor redirects people, with a code or with the reason of a denial.
let stage: Stage;
let ada: Browser;
before(async () => {
  stage = await setDesk();
  const { clientId, clientSecret } = stage.ticketdesk;
  await apps('ticketdesk', { subdomain: 'birch', client_id: clientId, client_secret: clientSecret });
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

type Kind = 'chatdesk' | 'ticketdesk' | 'cloud-drive';
const homes: Record<Kind, string> = {
  chatdesk: '/channels/chatdesk',
  ticketdesk: '/channels/ticketdesk',
  'cloud-drive': '/knowledge/drive',
};
const kinds = Object.keys(homes) as Kind[];

const apps = (kind: Kind, app: object) => stage.world.ada.puts(`/api/integrations/${kind}/app`, app);
const stateFor = async (kind: Kind): Promise<string> => {
  const query = kind === 'ticketdesk' ? '?subdomain=birch' : '';
  return (await stage.world.ada.gets(`/api/integrations/${kind}/connect-url${query}`)).state;
};
const statusOf = (kind: Kind) => stage.world.ada.gets(`/api/integrations/${kind}/status`);
const returns = (kind: Kind, query: Record<string, string>) =>
  ada.page.goto(`/channels/${kind}/callback?${new URLSearchParams(query).toString()}`);

for (const kind of kinds)
  test(`a person who denies access at ${kind} reads that nothing was changed, and starts again`, async () => {
    const { page } = ada;
    const before = await statusOf(kind);
    const state = await stateFor(kind);
    await returns(kind, { error: 'access_denied', error_description: 'The user said no.', state });
    const alert = page.getByRole('alert');
    await alert.getByText('Access was declined there, so nothing was changed.').waitFor();
    assert.deepEqual(await violations(page), []);
    const { account, status } = await statusOf(kind);
    assert.deepEqual([account, status], [before.account, before.status]);

    await page.getByRole('link', { name: 'Start again' }).click();
    await page.waitForURL(({ pathname }) => pathname === homes[kind]);
    // The attempt has ended: a later code cannot complete it.
    await returns(kind, { code: 'late', state });
    await alert.getByText('unknown or has expired. Start again.').waitFor();
  });

test("the vendor's other errors are shown, and so is an unknown attempt", async () => {
  const { page } = ada;
  const alert = page.getByRole('alert');
  await returns('chatdesk', { error: 'temporarily_unavailable', state: await stateFor('chatdesk') });
  await alert.getByText('temporarily_unavailable').waitFor();
  await returns('chatdesk', { error: 'access_denied', state: 'made-up' });
  await alert.getByText('unknown or has expired. Start again.').waitFor();
  await returns('chatdesk', { error: 'access_denied', error_description: '<b>No</b> access' });
  await alert.getByText('The other side said: <b>No</b> access. Nothing was changed.').waitFor();
  await page.goto('/channels/fax/callback?code=x&state=y');
  await page.getByText('Not in this organization').waitFor();
});

test('a person who grants access is connected, and sees the next step', async () => {
  const { page, complaints } = ada;
  await stage.world.ada.posts('/api/integrations/chatdesk/disconnect', undefined, 200);
  const { clientId, clientSecret } = stage.chatdesk.workspace;
  await apps('chatdesk', { client_id: clientId, client_secret: clientSecret });
  assert.equal((await statusOf('chatdesk')).account, null);
  const state = await stateFor('chatdesk');
  await returns('chatdesk', { code: stage.chatdesk.issueCode(), state });
  await page.getByText('Connected', { exact: true }).first().waitFor();
  await page.waitForURL(({ pathname }) => pathname === homes.chatdesk);
  await eventually(async () => assert.ok((await statusOf('chatdesk')).account));
  assert.deepEqual(complaints(/422|502/), []);
});
