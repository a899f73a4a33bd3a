import { after, before, test } from 'node:test';
import type { Stage } from '../../server/test/story/stage.ts';
import { closeBrowsers, type Browser } from './browser.ts';
import { goes, setDesk, signedIn } from './desk.ts';

// Where the focus is after something in a list was deleted with the keyboard.
let stage: Stage;
let ada: Browser;
before(async () => {
  stage = await setDesk();
  for (const { id } of (await api().gets('/api/invitations')).items) await api().deletes(`/api/invitations/${id}`);
  ada = await signedIn(stage, 'Ada');
});
after(async () => {
  await closeBrowsers();
  await stage.close();
});

interface List {
  of: string;
  path: string;
  /** Creates something of this name in the list. */
  add: (name: string) => Promise<unknown>;
  control: (name: string) => string;
  /** The dialogs that follow, and their buttons. */
  then: readonly [dialog: RegExp, button: string][];
  heading: string;
}

const api = () => stage.world.ada;
const lists: readonly List[] = [
  {
    of: 'cases',
    path: '/validation/suite',
    add: (name) =>
      api().posts('/api/knowledge/validation/suite/cases', { name, turns: [{ customer: 'Where can I park?' }] }),
    control: (name) => `Remove ${name}`,
    then: [[/\?$/, 'Remove']],
    heading: 'Suite',
  },
  {
    of: 'API keys',
    path: '/settings/api-keys',
    add: (name) => api().posts('/api/api-keys', { name, role: 'member' }),
    control: (name) => `Revoke ${name}`,
    then: [[/\?$/, 'Revoke']],
    heading: 'API keys',
  },
  {
    of: 'invitations',
    path: '/settings/members',
    add: (name) => api().posts('/api/invitations', { email: `${name}@customer.test`, role: 'member' }),
    control: (name) => `Withdraw the invitation of ${name}@customer.test`,
    then: [[/\?$/, 'Withdraw']],
    heading: 'Invitations',
  },
  {
    of: 'domains',
    path: '/channels/email',
    add: (name) => api().posts('/api/channels/email/domains', { domain: `${name}.test` }),
    control: (name) => `Remove: ${name}.test`,
    then: [[/\?$/, 'Remove']],
    heading: 'Your domains',
  },
  {
    of: 'tags',
    path: '/routing/tags',
    add: (name) => api().posts('/api/routing/tags', { name }),
    control: (name) => name,
    then: [
      [/^Edit tag$/, 'Delete'],
      [/\?$/, 'Delete'],
    ],
    heading: 'Tags',
  },
];

for (const { of, path, add, control, then, heading } of lists) {
  test(`the focus stays in the list of ${of} when one is deleted, and goes to its heading with the last one`, async () => {
    const { page } = ada;
    for (const name of ['anna', 'bert']) await add(name);
    await goes(ada, path);
    const button = (name: string) => page.getByRole('button', { name: control(name) });
    const deletes = async (name: string) => {
      await button(name).focus();
      await page.keyboard.press('Enter');
      for (const [dialog, label] of then) {
        const confirms = page.getByRole('dialog', { name: dialog }).getByRole('button', { name: label, exact: true });
        await confirms.focus();
        await page.keyboard.press('Enter');
      }
      await button(name).waitFor({ state: 'detached' });
    };
    await button('bert').waitFor();
    await deletes('anna');
    await button('bert').and(page.locator(':focus')).waitFor({ timeout: 10_000 });
    await deletes('bert');
    await page
      .getByRole('heading', { name: heading, exact: true })
      .and(page.locator(':focus'))
      .waitFor({ timeout: 10_000 });
  });
}
