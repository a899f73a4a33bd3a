import { chatdesk } from './chatdesk/chatdesk.ts';
import type { Helpdesk } from './integrations/helpdesk.ts';
import type { HelpdeskName } from './integrations/integrations.store.ts';
import { ticketdesk } from './ticketdesk/ticketdesk.ts';

/** The helpdesks that customers write to, a line each (CONTRIBUTING.md, "Adding a vendor"). Mail has no vendor: it is `email/`. */
export const helpdesks: Readonly<Record<HelpdeskName, Helpdesk>> = { chatdesk, ticketdesk };
