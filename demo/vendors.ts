import { randomBytes } from 'node:crypto';
import { startChatdesk, type Chatdesk } from '../server/test/providers/chatdesk/chatdesk.ts';
import { startDns, type DnsZone } from '../server/test/providers/dns.ts';
import { startMailSink, type MailSink } from '../server/test/providers/mail/mail.ts';
import { startShop, type Shop } from '../server/test/providers/shop/shop.ts';
import { startTicketdesk, type Ticketdesk } from '../server/test/providers/ticketdesk/ticketdesk.ts';

/** All external services: the two helpdesks, the mail server, the name server and the shop, all on loopback. */
export type Vendors = {
  chatdesk: Chatdesk;
  ticketdesk: Ticketdesk;
  mail: MailSink;
  dns: DnsZone;
  shop: Shop;
  /** Signs the mail that the mail server sends to the desk. */
  inboundSecret: string;
  inboundBasic: string;
  close(): Promise<void>;
};

export async function startVendors(): Promise<Vendors> {
  const [chatdesk, ticketdesk, mail, dns, shop] = await Promise.all([
    startChatdesk(),
    startTicketdesk(),
    startMailSink(),
    startDns(),
    startShop(),
  ]);
  return {
    chatdesk,
    ticketdesk,
    mail,
    dns,
    shop,
    inboundSecret: `whsec_${randomBytes(24).toString('base64')}`,
    inboundBasic: `postmark:${randomBytes(12).toString('hex')}`,
    close: async () => {
      await Promise.all([chatdesk, ticketdesk, mail, dns, shop].map((vendor) => vendor.close()));
    },
  };
}

/** The environment variables that point the service to the vendors. */
export function environmentOf(vendors: Vendors): Record<string, string> {
  return {
    CHATDESK_API_URL: vendors.chatdesk.url,
    CHATDESK_TOKEN_URL: vendors.chatdesk.tokenUrl,
    TICKETDESK_BASE_URL: vendors.ticketdesk.url,
    SMTP_URL: vendors.mail.url,
    MAIL_FROM: 'help@emberly.example',
    DNS_SERVERS: vendors.dns.server,
    EMAIL_INBOUND_SECRET: vendors.inboundSecret,
    EMAIL_INBOUND_BASIC: vendors.inboundBasic,
    EGRESS_ALLOW: '127.0.0.1',
  };
}
