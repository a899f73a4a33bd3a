import type { Desk } from '../platform/desk.ts';
import { deliverAccountMail } from './account-mail/account-mail.actions.ts';
import { accountMailDue } from './account-mail/account-mail.jobs.ts';

/** Subscribes the worker to this domain's jobs; called once when the process is composed. */
export function subscribeAccess(desk: Desk): void {
  desk.jobs.subscribe(accountMailDue, ({ mailId }, attempt) => deliverAccountMail(desk, mailId, attempt));
}
