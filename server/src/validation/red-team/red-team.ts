import type { WrittenCase } from '@desk/contract/suite';
import connector from './connector.json' with { type: 'json' };
import document from './document.json' with { type: 'json' };
import email from './e-mail.json' with { type: 'json' };
import message from './message.json' with { type: 'json' };
import otherCustomers from './other-customers.json' with { type: 'json' };
import secrets from './secrets.json' with { type: 'json' };

/** What people try with a machine, by the way it comes in. The files are data: a new attack is a new case in one of them. */
export const redTeam: { description: string; cases: readonly WrittenCase[] } = {
  description:
    'Attempts to make the desk obey instructions in messages, documents, e-mails and answers of connected systems, ' +
    'or reveal secrets and the data of other customers.',
  // Read as the contract's cases: a test compares each with its schema.
  cases: [message, document, email, connector, otherCustomers, secrets].flatMap(({ cases }) => cases as WrittenCase[]),
};
