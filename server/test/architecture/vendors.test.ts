import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productFiles, read } from './tree.ts';

const names = /chatdesk|ticketdesk/i;

/** Files outside the vendors' folders that may name a vendor, and why. The list may become shorter, never longer. */
const naming: Record<string, string> = {
  'server/src/app.ts': 'inbound paths of each',
  'server/src/channels/integrations.routes.ts': 'the contract has paths of each',
  'server/src/channels/log/event-log.routes.ts': 'the contract has paths of each',
  'server/src/channels/port/channel.logic.ts': 'the kinds of destinations',
  'server/src/channels/port/channels.tables.ts': 'the names in the database',
  'server/src/channels/reading/reading.ts': 'what is read in a thread of its own',
  'server/src/channels/vendors.ts': 'their line',
  'server/src/channels/webhooks.routes.ts': 'the contract has a path of each',
  'server/src/conversations/inbound/customer-messages.actions.ts': 'where one thread may hold several people',
  'server/src/conversations/queue/counts.actions.ts': 'the contract counts by channel',
  'server/src/conversations/queue/counts.store.ts': 'the contract counts by channel',
  'server/src/desk.ts': 'the hosts that the operator named for each',
  'server/src/platform/config/config-reference.ts': 'the variables of each',
  'server/src/routing/decision/destination.logic.ts': 'the kinds of destinations',
  'server/src/routing/editing/destination-checks.logic.ts': 'the kinds of destinations',
  'server/src/settings/settings.logic.ts': 'settings by channel',
  'server/src/support/outcomes/notify.actions.ts': 'the kinds of destinations',
  'server/src/support/turn/known.logic.ts': 'the kinds of destinations',
};

test('a vendor is named only in its own folder, or where the contract or the database has its name', () => {
  const outside = productFiles().filter(
    (path) => path.startsWith('server/src/') && !/^server\/src\/channels\/(?:chatdesk|ticketdesk|email)\//.test(path),
  );
  const found = outside.filter((path) => names.test(read(path)));
  assert.deepEqual(found.toSorted(), Object.keys(naming).toSorted());
});
