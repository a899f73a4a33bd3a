import { defineJob } from '../../platform/jobs/jobs.ts';

interface MailDue {
  readonly organizationId?: string;
  mailId: string;
}

/** Sends an account mail. Retries at least every five minutes until the mail expires. */
export const accountMailDue = defineJob<MailDue>('account-mail', { concurrency: 2, retries: 300, timeoutSeconds: 60 });
