import type { TargetKind } from '@desk/contract/routing';
import { chatdesk } from './chatdesk/chatdesk.ts';
import type { Helpdesk } from './integrations/helpdesk.ts';
import type { HelpdeskName } from './port/channel.logic.ts';
import { ticketdesk } from './ticketdesk/ticketdesk.ts';

/**
 * The helpdesks that customers write to, one line each (CONTRIBUTING.md, "Adding a vendor"). Mail has no vendor: it is
 * `email/`.
 */
export const helpdesks: Readonly<Record<HelpdeskName, Helpdesk>> = { chatdesk, ticketdesk };

/** The helpdesk that has destinations of this kind. */
export function helpdeskOf(kind: TargetKind): Helpdesk {
  const helpdesk = Object.values(helpdesks).find(({ targetKinds }) => targetKinds.includes(kind));
  if (!helpdesk) throw new Error(`No helpdesk has destinations of the kind ${kind}.`);
  return helpdesk;
}
