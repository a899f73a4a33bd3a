/** `articles` are file names in knowledge/ without `.md`; the first fits best, any of them counts as the right source. */
export type Expectation =
  | { kind: 'answer'; articles: string[] }
  /** Looked up in the shop, which says this. */
  | { kind: 'order'; says: string }
  | { kind: 'escalate'; because: 'not covered' | 'another subject' | 'needs a person' }
  /** An order that the desk must not tell, and this is its state; `unasked`: the shop must not even hear of it. */
  | { kind: 'refused'; hides: string; unasked?: string }
  | { kind: 'silence' };

/** `verified`: by the helpdesk, which says so with the message. */
export type Customer = { name: string; email: string; verified?: boolean };

export type ChatMessage = {
  id: string;
  channel: 'chatdesk';
  customer: Customer;
  text: string;
  /** Said in the conversation that this earlier message opened, after it was answered. */
  follows?: string;
  expect: Expectation;
};

export type TicketMessage = {
  id: string;
  channel: 'ticketdesk';
  customer: Customer;
  subject: string;
  text: string;
  attachment?: { fileName: string; contentType: string; size: number };
  expect: Expectation;
};

export type MailMessage = {
  id: string;
  channel: 'email';
  customer: Customer;
  subject: string;
  text?: string;
  html?: string;
  /** Headers besides the usual ones. */
  headers?: Record<string, string>;
  expect: Expectation;
};

export type DemoMessage = ChatMessage | TicketMessage | MailMessage;
