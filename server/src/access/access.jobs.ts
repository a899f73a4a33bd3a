import type { Desk } from '../platform/desk.ts';
import { deliverAccountMail } from './account-mail/account-mail.actions.ts';
import { accountMailDue } from './account-mail/account-mail.jobs.ts';
import { deleteOrganizationPiece, deleteRemains } from './deletion/delete-organization.actions.ts';
import { deletionDue, remainsDue } from './deletion/deletion.jobs.ts';
import { exportDue } from './export/export.jobs.ts';
import { writeExport } from './export/write-export.actions.ts';

/** Subscribes the worker to this domain's jobs; called once when the process is composed. */
export function subscribeAccess(desk: Desk): void {
  desk.jobs.subscribe(accountMailDue, ({ mailId }, attempt) => deliverAccountMail(desk, mailId, attempt));
  desk.jobs.subscribe(exportDue, (due, attempt) => writeExport(desk, due, attempt));
  desk.jobs.subscribe(deletionDue, (of, attempt) => deleteOrganizationPiece(desk, of, attempt));
  desk.jobs.subscribe(remainsDue, (of, attempt) => deleteRemains(desk, of, attempt));
}
