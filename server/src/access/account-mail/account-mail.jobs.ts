import { defineJob } from '../../platform/jobs/jobs.ts';

interface MailDue {
  readonly organizationId?: string;
  mailId: string;
}

/** A mail about an account has to go out: tried every five minutes at the latest, until nobody wants it any more. */
export const accountMailDue = defineJob<MailDue>('account-mail', { concurrency: 2, retries: 300, timeoutSeconds: 60 });
