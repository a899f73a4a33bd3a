/** `articles` are file names in knowledge/ without `.md`; the first fits best, and each counts as a right source. */
export type Expectation =
  | { kind: 'answer'; articles: string[] }
  /** The answer comes from the shop and contains this text. */
  | { kind: 'order'; says: string }
  | { kind: 'escalate'; because: 'not covered' | 'another subject' | 'needs a person' }
  /** The desk must not reveal this state of an order; `unasked`: not even this request may reach the shop. */
  | { kind: 'refused'; hides: string; unasked?: string }
  | { kind: 'silence' };

/** `verified`: the helpdesk has verified the customer and sends that with the message. */
export type Customer = { name: string; email: string; verified?: boolean };

export type ChatMessage = {
  id: string;
  channel: 'chatdesk';
  customer: Customer;
  text: string;
  /** Sent in the conversation of this earlier message, after that was answered. */
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
  /** Additional headers. */
  headers?: Record<string, string>;
  expect: Expectation;
};

export type DemoMessage = ChatMessage | TicketMessage | MailMessage;
