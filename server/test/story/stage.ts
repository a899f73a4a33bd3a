import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuiltClient } from '../../src/platform/server/client.ts';
import { dueForRetention } from '../../src/settings/index.ts';
import { startChatdesk } from '../providers/chatdesk/chatdesk.ts';
import { environmentOf, startCloudDrive } from '../providers/cloud-drive/cloud-drive.ts';
import { startDns } from '../providers/dns.ts';
import { startMailSink } from '../providers/mail/mail.ts';
import { startTicketdesk } from '../providers/ticketdesk/ticketdesk.ts';
import { startServer } from '../server.ts';
import { createWorld } from '../world.ts';

export const inboundSecret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
export const articles = {
  reset: {
    title: 'Reset your password',
    text:
      '# Reset your password\n\nIf you cannot sign in, reset your password.\n\n1. Open the sign-in page and ' +
      'choose **Forgot password**.\n2. Enter the e-mail address of your account.\n3. Open the link in the mail within ' +
      '30 minutes and choose a new password.\n\nThe link works once. Passwords need at least 12 characters.',
  },
  refunds: {
    title: 'Refunds for annual plans',
    text:
      '# Refunds for annual plans\n\nAnnual plans can be refunded within 30 days of purchase. After 30 days the ' +
      'plan runs until the end of the year and is not refunded. Refunds arrive on the original payment method within 5 to 7 working days.',
  },
  export: {
    title: 'Export your invoices',
    text:
      '# Export your invoices\n\nOpen **Billing → Invoices** and choose *Export*. You get a ZIP file with one PDF ' +
      'for each invoice of the chosen year. Only owners and accountants of a workspace can export invoices.',
  },
};

export type Stage = Awaited<ReturnType<typeof setStage>>;

interface StageOptions {
  autoRespond?: boolean;
  environment?: Record<string, string>;
  /** The web client, for tests in a browser. */
  client?: BuiltClient;
}

/** A desk with the organization Birch, three articles, both helpdesks and a mailbox, and automatic replies. */
export async function setStage({ autoRespond = true, environment = {}, client }: StageOptions = {}) {
  const chatdesk = await startChatdesk();
  const ticketdesk = await startTicketdesk();
  const drive = await startCloudDrive();
  const mail = await startMailSink();
  const dns = await startDns({});
  const server = await startServer({
    working: 'jobs',
    ...(client ? { client } : {}),
    environment: {
      ...environmentOf(drive),
      CHATDESK_API_URL: chatdesk.url,
      CHATDESK_TOKEN_URL: chatdesk.tokenUrl,
      TICKETDESK_BASE_URL: ticketdesk.url,
      SMTP_URL: mail.url,
      DNS_SERVERS: dns.server,
      EGRESS_ALLOW: '127.0.0.1',
      EMAIL_INBOUND_SECRET: inboundSecret,
      EMAIL_INBOUND_DOMAIN: 'inbound.test',
      EMAIL_INBOUND_BASIC: 'postmark:pass',
      ...environment,
    },
  });
  const origin = await server.listen();
  const world = await createWorld(server);
  const { ada, birch } = world;
  await learn(ada, Object.values(articles));
  await ada.puts('/api/integrations/chatdesk/app', {
    client_id: chatdesk.workspace.clientId,
    client_secret: chatdesk.workspace.clientSecret,
    access_token: chatdesk.accessToken,
  });
  await ada.puts('/api/integrations/ticketdesk/app', { subdomain: 'birch', access_token: ticketdesk.accessToken });
  await ada.posts('/api/integrations/ticketdesk/webhook-secret', { secret: ticketdesk.account.signingSecret }, 200);
  await ada.patches('/api/organizations/me/settings', {
    auto_respond_enabled: autoRespond,
    debounce_milliseconds: { chatdesk: 50 },
  });
  return {
    server,
    world,
    chatdesk,
    ticketdesk,
    drive,
    mail,
    dns,
    origin,
    hooks: {
      chatdesk: `${origin}/webhooks/chatdesk/${birch.organizationId}`,
      ticketdesk: `${origin}/webhooks/ticketdesk/${birch.organizationId}`,
      email: `${origin}/webhooks/email/inbound`,
    },
    close: async () => {
      await server.close();
      await Promise.all([chatdesk.close(), ticketdesk.close(), drive.close(), mail.close(), dns.close()]);
    },
  };
}

/** Adds articles, and waits until all documents can be found. */
export async function learn(ada: Stage['world']['ada'], documents: { title: string; text: string }[]): Promise<void> {
  const collection = await ada.posts('/api/knowledge/collections', { name: 'Help centre' });
  for (const document of documents) {
    await ada.posts(
      '/api/knowledge/documents/text',
      {
        ...document,
        collection_id: collection.id,
        format: 'markdown',
        source_url: `https://help.birch.test/${encodeURIComponent(document.title)}`,
      },
      202,
    );
  }
  await eventually(async () => {
    const { items } = await ada.gets('/api/knowledge/documents');
    assert.ok(
      items.every((item: { retrievable: boolean }) => item.retrievable),
      JSON.stringify(items.map((item: any) => [item.title, item.status, item.error])),
    );
  });
}

/** Waits until the check passes; fails with its last error after three minutes, because the machine may be busy and a job retry. */
export async function eventually<T>(check: () => Promise<T> | T, within = 180_000): Promise<T> {
  const end = performance.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(20);
    }
  }
}

/** The conversation of a vendor's thread, with its messages, once it satisfies the check. */
export function conversationOf(
  stage: Pick<Stage, 'world'>,
  reference: string | number,
  check: (conversation: any) => void = () => {},
): Promise<any> {
  return eventually(async () => {
    const { items } = await stage.world.ada.gets('/api/conversations?limit=200');
    const found = items.find((item: { channel_reference: string }) => item.channel_reference === String(reference));
    assert.ok(found, `no conversation for ${reference}`);
    const conversation = await stage.world.ada.gets(`/api/conversations/${found.id}`);
    check(conversation);
    return conversation;
  });
}

/** Sweeps until what is deleted once a night is deleted. That is after two o'clock; it may be midnight in the middle of a test. */
export async function sweepsAtNight({ server }: Pick<Stage, 'server'>): Promise<void> {
  const { clock, db } = server.desk;
  if (clock.now().getUTCHours() < 2) server.pass(2 * 3_600_000);
  do await server.sweep();
  while ((await dueForRetention(db, clock.now())).length > 0);
}
