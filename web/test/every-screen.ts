import { oneOfEach, postmarkLogin } from '../../server/test/isolation/resources.ts';
import type { Browser } from './browser.ts';
import { setDesk } from './desk.ts';

type Ids = Awaited<ReturnType<typeof oneOfEach>>;

interface Screen {
  /** The address of a screen with data. */
  path: (ids: Ids) => string;
  heading: string | RegExp;
  /** The text of the empty state; absent if the screen always has content. */
  empty?: string;
  /** The name of the back link. The page shows the link even if a read fails. */
  back?: string;
  /** True for a form that is shown before a read: a failed read leaves it in place. */
  form?: true;
}

const at = (path: string) => () => path;
const base = (part: string) => (ids: Ids) => `/connectors/${ids.connector.id}${part}`;

/** Every screen of the desk. */
export const everyScreen: readonly Screen[] = [
  { path: at('/home'), heading: 'Getting started' },
  { path: at('/inbox?view=all'), heading: 'Queue', empty: 'Connect a channel' },
  { path: ({ conversation }) => `/inbox/${conversation.id}`, heading: 'WALK question' },
  { path: at('/customers'), heading: 'Customers', empty: 'Nobody has written yet' },
  { path: ({ customer }) => `/customers/${customer.id}`, heading: /./, back: 'Customers' },
  { path: at('/knowledge'), heading: 'Knowledge', empty: 'Add what your AI may answer from' },
  { path: ({ collection }) => `/knowledge/${collection.id}`, heading: 'WALK collection', back: 'All collections' },
  { path: ({ document }) => `/knowledge/documents/${document.id}`, heading: 'WALK refunds', back: 'All collections' },
  { path: at('/knowledge/health'), heading: 'Health', empty: 'Nothing to analyse yet' },
  { path: at('/knowledge/drive'), heading: 'Cloud drive' },
  { path: at('/routing/tags'), heading: 'Tags', empty: 'No tags yet' },
  { path: at('/routing/destinations'), heading: 'Destinations' },
  { path: at('/routing/rules'), heading: 'Rules', empty: 'No rules yet' },
  { path: ({ rule }) => `/routing/rules/${rule.id}`, heading: 'WALK rule', back: 'All rules' },
  { path: at('/routing/rules/new'), heading: 'New rule', form: true },
  { path: at('/routing/history'), heading: 'History' },
  { path: at('/connectors'), heading: 'Connectors', empty: 'No connector yet' },
  { path: at('/connectors/new'), heading: 'New connector', form: true },
  { path: base(''), heading: 'WALK shop' },
  { path: base('/credentials'), heading: 'WALK shop' },
  { path: base('/schema'), heading: 'WALK shop' },
  { path: base('/templates'), heading: 'WALK shop' },
  { path: (ids) => base(`/templates/${ids.template.id}`)(ids), heading: 'WALK order', back: 'All templates' },
  { path: base('/log'), heading: 'WALK shop' },
  { path: at('/channels'), heading: 'Channels', empty: 'Not set up' },
  { path: at('/channels/chatdesk'), heading: 'Chat helpdesk' },
  { path: at('/channels/ticketdesk'), heading: 'Ticket helpdesk' },
  { path: at('/channels/email'), heading: 'E-mail', empty: 'No domain yet' },
  { path: at('/channels/stuck'), heading: 'Stuck messages', empty: 'Nothing is stuck' },
  { path: at('/channels/chatdesk/callback?error=access_denied'), heading: 'Access was not allowed', form: true },
  { path: at('/validation/playground'), heading: 'Playground', empty: 'Nothing tried yet' },
  { path: ({ playground }) => `/validation/playground/${playground.id}`, heading: 'Playground' },
  { path: at('/validation/simulate'), heading: 'Simulator', form: true },
  { path: at('/validation/suite'), heading: 'Suite', empty: 'No cases yet' },
  { path: at('/validation/suite/versions'), heading: 'Earlier versions', empty: 'No cases yet', back: 'Suite' },
  { path: at('/validation/runs'), heading: 'Runs', empty: 'No runs yet' },
  { path: ({ run }) => `/validation/runs/${run.id}`, heading: /^Run of/, back: 'All runs' },
  { path: at('/reports'), heading: 'Reports', empty: 'Nothing came in during this time' },
  { path: at('/settings'), heading: 'Settings' },
  { path: at('/settings/profile'), heading: 'Your profile', form: true },
  { path: at('/settings/members'), heading: 'People' },
  { path: at('/settings/api-keys'), heading: 'API keys', empty: 'No keys yet' },
  { path: at('/settings/webhooks'), heading: 'Webhooks', empty: 'No webhook yet' },
  { path: ({ webhook }) => `/settings/webhooks/${webhook.id}`, heading: 'hooks.example.test' },
  { path: at('/settings/history'), heading: 'History of the settings' },
  { path: at('/settings/audit'), heading: 'Audit log' },
];

// Placeholders for the test names: the resources are created later.
export const named = new Proxy({} as Ids, { get: (_ids, kind) => ({ id: `{${String(kind)}}` }) });

/** Waits for the heading and the data of a screen. */
export async function isLoaded({ page }: Browser, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** Sets up a desk on which Ada's organization has one of everything. */
export async function setWalk() {
  const stage = await setDesk({ environment: { EMAIL_INBOUND_BASIC: postmarkLogin } });
  return { stage, ids: await oneOfEach(stage.server, stage.world.ada, 'WALK') };
}
