import { english } from '../../../platform/words/sentence.logic.ts';

/** The facts that determine the state of a connection to the drive, without secrets. */
export interface DriveFacts {
  credential: 'oauth' | 'service_account' | null;
  needsReauth: boolean;
  wasConnected: boolean;
  hasApp: boolean;
}

export function statusOf({ credential, needsReauth, wasConnected }: DriveFacts) {
  if (credential) return needsReauth ? 'needs_reauth' : 'connected';
  return wasConnected ? 'disconnected' : 'not_configured';
}

export interface ConnectionStep {
  id: 'app' | 'grant';
  required: boolean;
  state: 'ok' | 'missing' | 'error';
  detail: string;
  remedy?: string;
}

/** The steps of a connection, with the remedy for each one that is not done. */
export const stepsOf = (facts: DriveFacts): ConnectionStep[] => [appStep(facts), grantStep(facts)];

function appStep({ hasApp, credential }: DriveFacts): ConnectionStep {
  const step = { id: 'app' as const, required: credential !== 'service_account' };
  return hasApp
    ? { ...step, state: 'ok', detail: english`A client for OAuth is configured.` }
    : {
        ...step,
        state: 'missing',
        detail: english`No client id and secret are configured, so access cannot be granted.`,
        remedy: english`Create an OAuth client at the vendor, then set its id and secret.`,
      };
}

function grantStep({ credential, needsReauth }: DriveFacts): ConnectionStep {
  const step = { id: 'grant' as const, required: true };
  if (!credential) {
    const detail = english`Access to the drive has not been granted.`;
    return { ...step, state: 'missing', detail, remedy: english`Connect the drive.` };
  }
  if (!needsReauth) return { ...step, state: 'ok', detail: english`The drive grants read access.` };
  const detail = english`Access to the drive was revoked. Documents keep the text that was read last.`;
  const remedy =
    credential === 'oauth'
      ? english`Connect the drive again.`
      : english`Ask the operator to check the service account.`;
  return { ...step, state: 'error', detail, remedy };
}
