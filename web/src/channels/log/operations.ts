import { listChatdeskEvents, listEmailEvents, listTicketdeskEvents } from '@desk/contract/channel-log';

/** The list of what came in, by channel. */
export const operations = { chatdesk: listChatdeskEvents, ticketdesk: listTicketdeskEvents, email: listEmailEvents };
