import type { Helpdesk } from '../integrations/helpdesk.ts';
import { opened, ourSeat, stoppingOnRefusal } from '../integrations/connections.ts';
import { readInThread } from '../reading/read-in-thread.ts';
import { withoutAccess } from '../outbound/vendor-account.ts';
import { withQuery } from '../port/address.logic.ts';
import {
  chatdeskApiUrl,
  exchangeChatdeskCode,
  findChatdeskSeat,
  identifyChatdesk,
  listChatdeskTargets,
} from './account.ts';
import { deliverToChatdesk } from './client.ts';
import { chatdeskSigningSecret, openChatdesk } from './open.ts';
import { receiveChatdesk } from './receive.actions.ts';
import { looksSignedByChatdesk } from './signature.ts';
import { makeChatdeskTest } from './test-event.ts';
import { english } from '../../platform/words/sentence.logic.ts';

const name = 'chatdesk';

/**
 * The chat helpdesk. Its app's client secret signs its events, which contain the messages; its tokens neither expire nor
 * can be revoked.
 */
export const chatdesk: Helpdesk = {
  name,
  signingRemedy: english`Set the client secret of the app: it signs the events.`,
  targetKinds: ['chatdesk_team', 'chatdesk_admin'],

  // No response_type, scope or PKCE: this vendor sets permissions on the app.
  authorizationUrl: ({ config }, { clientId, state, redirectUri }) =>
    withQuery(config.CHATDESK_AUTHORIZE_URL, { client_id: clientId, state, redirect_uri: redirectUri }),
  exchangeCode: ({ egress, config }, { app, code }) =>
    exchangeChatdeskCode(egress, { tokenUrl: config.CHATDESK_TOKEN_URL, ...app, code }),
  identify: ({ egress, config }, { token }) =>
    identifyChatdesk(egress, { apiUrl: chatdeskApiUrl(config.CHATDESK_API_URL, null), token }),
  canAuthenticate: (desk, row) => chatdeskSigningSecret(desk, row) !== null,
  findSeat: async (desk, scope, id) => findChatdeskSeat(opened(name, await openChatdesk(desk, scope, desk.egress)), id),
  listTargets: async (desk, scope, kind) => {
    const access = opened(name, await openChatdesk(desk, scope, desk.egress));
    return listChatdeskTargets(access, kind === 'chatdesk_team' ? 'teams' : 'admins');
  },
  revoking: async () => async () => {},

  looksSigned: looksSignedByChatdesk,
  unsignedBecause: () => 'unsigned',
  receive: receiveChatdesk,
  makeTestEvent: makeChatdeskTest,
  translate: async (desk, scope, { raw, receivedAt }) =>
    readInThread({ kind: 'chatdesk', raw, receivedAt, ourAdminId: await ourSeat(desk, scope, name) }),

  async speak(desk, scope, egress, { outgoing, circumstances }) {
    const connection = await openChatdesk(desk, scope, egress);
    if (connection.kind !== 'open') return withoutAccess(connection, circumstances);
    return stoppingOnRefusal(desk, scope, name, await deliverToChatdesk(connection.access, outgoing, circumstances));
  },
  // The addresses of its files need no token.
  fileHeaders: async () => ({}),
};
