import type { DemoMessage } from './message.ts';
import { chats } from './messages-chat.ts';
import { mails } from './messages-mail.ts';
import { tickets } from './messages-ticket.ts';

/** The thirty-three messages of the demonstration, and one that is no message at all (an out-of-office reply). */
export const messages: DemoMessage[] = [...chats, ...tickets, ...mails];
