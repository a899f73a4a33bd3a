import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Nullable, Omissible, Strict, Timestamp, Sentence } from './http.ts';

const tag = 'Channels';

export const IntegrationStep = Type.Object({
  id: Type.String(),
  required: Type.Boolean(),
  state: Type.Enum(['ok', 'missing', 'mismatch', 'error', 'unknown']),
  detail: Sentence,
  remedy: Type.Optional(Sentence),
  checked_at: Nullable(Timestamp),
});

export const IntegrationStatus = Type.Object({
  status: Type.Enum(['not_configured', 'connected', 'configuring', 'ready', 'needs_reauth', 'disconnected']),
  account: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
  /** The seat under which the AI writes: that of the grant, or another chosen one. */
  speaks_as: Nullable(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })),
  steps: Type.Array(IntegrationStep),
  webhook_url: Type.String(),
  last_event_received_at: Nullable(Timestamp),
  last_error: Nullable(Sentence),
});
export type IntegrationStatus = Static<typeof IntegrationStatus>;

const Subdomain = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 63 });
export const Credential = Type.String({ minLength: 1, maxLength: 4096 });

export const ConnectUrl = Type.Object({
  authorization_url: Type.String(),
  state: Type.String(),
  expires_at: Timestamp,
});

/** The parameters that the vendor's page sent back: a `code`, or an `error` if access was not allowed (RFC 6749 §4.1.2.1). */
export const OauthCallback = Strict({
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  error: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  state: Type.String({ minLength: 1, maxLength: 512 }),
});
export type OauthCallback = Static<typeof OauthCallback>;

export const getChatdeskStatus = endpoint({
  method: 'GET',
  path: '/api/integrations/chatdesk/status',
  operation: 'getChatdeskStatus',
  summary: 'The state of the chatdesk connection',
  tag,
  reply: { 200: IntegrationStatus },
});

export const getTicketdeskStatus = endpoint({
  method: 'GET',
  path: '/api/integrations/ticketdesk/status',
  operation: 'getTicketdeskStatus',
  summary: 'The state of the ticketdesk connection',
  tag,
  reply: { 200: IntegrationStatus },
});

export const disconnectChatdesk = endpoint({
  method: 'POST',
  path: '/api/integrations/chatdesk/disconnect',
  operation: 'disconnectChatdesk',
  summary: 'Disconnect chatdesk and delete its grant and secrets',
  tag,
  body: Omissible(Strict({})),
  reply: { 200: IntegrationStatus },
});

export const disconnectTicketdesk = endpoint({
  method: 'POST',
  path: '/api/integrations/ticketdesk/disconnect',
  operation: 'disconnectTicketdesk',
  summary: 'Disconnect ticketdesk: revoke its grant and delete it with its secrets',
  tag,
  body: Omissible(Strict({})),
  reply: { 200: IntegrationStatus },
});

export const getChatdeskConnectUrl = endpoint({
  method: 'GET',
  path: '/api/integrations/chatdesk/connect-url',
  operation: 'getChatdeskConnectUrl',
  summary: 'Where to send an admin to grant access to chatdesk',
  tag,
  reply: { 200: ConnectUrl },
});

export const getTicketdeskConnectUrl = endpoint({
  method: 'GET',
  path: '/api/integrations/ticketdesk/connect-url',
  operation: 'getTicketdeskConnectUrl',
  summary: 'Where to send an admin to grant access to ticketdesk',
  tag,
  query: Strict({ subdomain: Subdomain }),
  reply: { 200: ConnectUrl },
});

export const exchangeChatdeskCode = endpoint({
  method: 'POST',
  path: '/api/integrations/chatdesk/oauth/exchange',
  operation: 'exchangeChatdeskCode',
  summary: 'Finish connecting chatdesk with the code from its redirect',
  tag,
  body: OauthCallback,
  reply: { 200: IntegrationStatus },
});

export const exchangeTicketdeskCode = endpoint({
  method: 'POST',
  path: '/api/integrations/ticketdesk/oauth/exchange',
  operation: 'exchangeTicketdeskCode',
  summary: 'Finish connecting ticketdesk with the code from its redirect',
  tag,
  body: OauthCallback,
  reply: { 200: IntegrationStatus },
});

/** The vendor's id of the seat under which the AI writes; null for the seat of the grant. */
const Seat = Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 40 })));

export const ChatdeskApp = Strict({
  client_id: Type.Optional(Credential),
  client_secret: Type.Optional(Credential),
  access_token: Type.Optional(Credential),
  speak_as: Seat,
});

export const TicketdeskApp = Strict({
  client_id: Type.Optional(Credential),
  client_secret: Type.Optional(Credential),
  access_token: Type.Optional(Credential),
  subdomain: Type.Optional(Subdomain),
  speak_as: Seat,
});

export const putChatdeskApp = endpoint({
  method: 'PUT',
  path: '/api/integrations/chatdesk/app',
  operation: 'putChatdeskApp',
  summary: "Use the organization's own chatdesk app, or a private app's token",
  tag,
  body: ChatdeskApp,
  reply: { 200: IntegrationStatus },
});

export const putTicketdeskApp = endpoint({
  method: 'PUT',
  path: '/api/integrations/ticketdesk/app',
  operation: 'putTicketdeskApp',
  summary: "Use the organization's own ticketdesk app, or a token",
  tag,
  body: TicketdeskApp,
  reply: { 200: IntegrationStatus },
});

export const setTicketdeskWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/integrations/ticketdesk/webhook-secret',
  operation: 'setTicketdeskWebhookSecret',
  summary: 'Set the signing secret of the ticketdesk webhook; the previous one stays valid for a day',
  tag,
  body: Strict({
    secret: Type.Optional(Type.String({ minLength: 16, maxLength: 1024 })),
    fetch: Type.Optional(Type.Literal(true)),
  }),
  reply: {
    200: Type.Object({ fingerprint: Type.String(), previous_valid_until: Nullable(Timestamp) }),
  },
});

/** The vendor has no API for webhooks: an admin sets them up in the app. */
export const provisionChatdesk = endpoint({
  method: 'POST',
  path: '/api/integrations/chatdesk/provision',
  operation: 'provisionChatdesk',
  summary: 'What is missing to receive events; chatdesk lets nothing be created from outside',
  tag,
  body: Omissible(Strict({})),
  reply: { 200: IntegrationStatus },
});

export const provisionTicketdesk = endpoint({
  method: 'POST',
  path: '/api/integrations/ticketdesk/provision',
  operation: 'provisionTicketdesk',
  summary: 'Create the webhook and its triggers at ticketdesk where they are missing, and take over the signing secret',
  tag,
  body: Omissible(Strict({})),
  limit: { times: 10, seconds: 3_600 },
  reply: { 200: IntegrationStatus },
});

export const InboundConfig = Type.Object({
  forward_to: Type.String(),
  webhook_url: Type.String(),
  formats: Type.Array(Type.Enum(['rfc822', 'postmark'])),
  addresses: Type.Array(
    Type.Object({ address: Type.String(), verified: Type.Boolean(), last_received_at: Nullable(Timestamp) }),
  ),
  max_message_bytes: Type.Integer(),
  spf: Type.String(),
  signing_secret: Type.Optional(Type.String()),
});
export type InboundConfig = Static<typeof InboundConfig>;

export const getInboundConfig = endpoint({
  method: 'GET',
  path: '/api/channels/email/inbound-config',
  operation: 'getInboundConfig',
  summary: 'How to get mail into the desk',
  tag,
  query: Strict({ reveal: Type.Optional(Type.Boolean()) }),
  reply: { 200: InboundConfig },
});

/** The result of a delivery. 202 `accepted`: stored, and processed later. The others are 200. */
const Receipt = Type.Object({ status: Type.Enum(['accepted', 'duplicate', 'ignored', 'unroutable']) });
const receipts = { 202: Receipt, 200: Receipt };
const OfOrganization = Type.Object({ organization_id: Type.String() });

export const receiveChatdeskEvent = endpoint({
  method: 'POST',
  path: '/webhooks/chatdesk/:organization_id',
  operation: 'receiveChatdeskEvent',
  summary: 'Inbound events of chatdesk, signed with X-Hub-Signature',
  tag: 'Inbound webhooks',
  params: OfOrganization,
  reads: { content: { 'application/json': Type.Unknown({ description: 'An event as chatdesk sends it' }) } },
  reply: receipts,
});

export const receiveTicketdeskEvent = endpoint({
  method: 'POST',
  path: '/webhooks/ticketdesk/:organization_id',
  operation: 'receiveTicketdeskEvent',
  summary: 'Inbound events of ticketdesk, signed over timestamp and body',
  tag: 'Inbound webhooks',
  params: OfOrganization,
  reads: { content: { 'application/json': Type.Unknown({ description: 'An event as ticketdesk sends it' }) } },
  reply: receipts,
});

export const receiveMail = endpoint({
  method: 'POST',
  path: '/webhooks/email/inbound',
  operation: 'receiveMail',
  summary: 'Inbound mail: message/rfc822 signed by Standard Webhooks, or Postmark JSON with Basic auth',
  tag: 'Inbound webhooks',
  reads: {
    content: {
      'message/rfc822': Type.String({ description: 'The mail as it arrived' }),
      'application/json': Type.Unknown({ description: 'The mail as Postmark sends it' }),
    },
  },
  reply: receipts,
});
