import { deliverMail, postmarkEvent, rawMailEvent } from '../server/test/providers/mail/inbound.ts';
import { buildMail, type Mail } from '../server/test/providers/mail/message.ts';
import { ticketAttachment } from '../server/test/providers/ticketdesk/ticketdesk.ts';
import type { Delivery } from '../server/test/providers/webhook-delivery.ts';
import type { ChatMessage, DemoMessage, MailMessage, TicketMessage } from './message.ts';
import { mailbox, type Organization } from './organization.ts';
import type { Vendors } from './vendors.ts';

/** The thread in the vendor's terms: a conversation id, a ticket id, or the customer's address. */
export type Thread = string;
export type Delivered = { thread: Thread; delivery: Delivery };

/** Sends one message as its vendor would: a signed webhook in the vendor's own format. `follows` is an open chat. */
export async function deliverMessage(
  message: DemoMessage,
  { organization, vendors, follows }: { organization: Organization; vendors: Vendors; follows: Thread | undefined },
): Promise<Delivered> {
  switch (message.channel) {
    case 'chatdesk':
      return await deliverChat(message, organization, vendors, follows);
    case 'ticketdesk':
      return await deliverTicket(message, organization, vendors);
    case 'email':
      return await deliverByMail(message, organization, vendors);
  }
}

async function deliverChat(
  message: ChatMessage,
  { id, baseUrl }: Organization,
  { chatdesk }: Vendors,
  follows: Thread | undefined,
): Promise<Delivered> {
  const event = follows
    ? chatdesk.events.userReplied(follows, { text: message.text })
    : chatdesk.events.userCreated({ text: message.text, customer: message.customer });
  const delivery = await chatdesk.deliver(`${baseUrl}/webhooks/chatdesk/${id}`, event);
  return { thread: event.conversationId, delivery };
}

async function deliverTicket(
  message: TicketMessage,
  { id, baseUrl }: Organization,
  { ticketdesk }: Vendors,
): Promise<Delivered> {
  const file = message.attachment;
  const event = ticketdesk.events.ticketOpened({
    subject: message.subject,
    text: message.text,
    customer: message.customer,
    attachments: file ? [ticketAttachment(file.fileName, file.contentType, file.size)] : [],
  });
  const delivery = await ticketdesk.deliver(`${baseUrl}/webhooks/ticketdesk/${id}`, event);
  return { thread: String(event.ticketId), delivery };
}

/** HTML mail arrives as a Postmark webhook, all other mail as raw messages from a mail server. */
async function deliverByMail(message: MailMessage, { baseUrl }: Organization, vendors: Vendors): Promise<Delivered> {
  const { name, email } = message.customer;
  const mail: Mail = {
    from: `${name} <${email}>`,
    to: `Emberly <${mailbox}>`,
    subject: message.subject,
    ...(message.text === undefined ? {} : { text: message.text }),
    ...(message.html === undefined ? {} : { html: message.html }),
    ...(message.headers ? { headers: message.headers } : {}),
  };
  const envelope = { from: email, to: mailbox };
  const { raw, messageId } = buildMail(mail);
  const event =
    message.html === undefined
      ? rawMailEvent(raw, envelope, { secret: vendors.inboundSecret })
      : postmarkEvent({ ...mail, messageId }, envelope, vendors.inboundBasic);
  return { thread: email, delivery: await deliverMail(`${baseUrl}/webhooks/email/inbound`, event) };
}
