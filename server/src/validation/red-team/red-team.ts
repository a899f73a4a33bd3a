import type { WrittenCase } from '@desk/contract/suite';
import connector from './connector.json' with { type: 'json' };
import document from './document.json' with { type: 'json' };
import email from './e-mail.json' with { type: 'json' };
import message from './message.json' with { type: 'json' };
import otherCustomers from './other-customers.json' with { type: 'json' };
import secrets from './secrets.json' with { type: 'json' };

/** Known attacks on the AI, by the way they arrive. The files are data: add a new attack as a case to one of them. */
export const redTeam: { description: string; cases: readonly WrittenCase[] } = {
  description:
    'Attempts to make the desk obey instructions in messages, documents, e-mails and answers of connected systems, ' +
    'or reveal secrets and the data of other customers.',
  // The cast is safe: a test checks each case by the contract's schema.
  cases: [message, document, email, connector, otherCustomers, secrets].flatMap(({ cases }) => cases as WrittenCase[]),
};
