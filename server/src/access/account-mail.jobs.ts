import { defineJob } from '../platform/jobs.ts';

interface MailDue {
  readonly organizationId?: string;
  mailId: string;
}

/** A mail about an account has to go out. Twelve tries take about forty minutes: longer than a link for a password lives. */
export const accountMailDue = defineJob<MailDue>('account-mail', { concurrency: 2, retries: 12, timeoutSeconds: 60 });
