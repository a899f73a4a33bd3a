/** What is known of a connection to the drive, without secrets. */
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

interface ConnectionStep {
  id: 'app' | 'grant';
  required: boolean;
  state: 'ok' | 'missing' | 'error';
  detail: string;
  remedy?: string;
}

/** What it takes, and what is to be done. */
export const stepsOf = (facts: DriveFacts): ConnectionStep[] => [appStep(facts), grantStep(facts)];

function appStep({ hasApp, credential }: DriveFacts): ConnectionStep {
  const step = { id: 'app' as const, required: credential !== 'service_account' };
  return hasApp
    ? { ...step, state: 'ok', detail: 'A client for OAuth is configured.' }
    : {
        ...step,
        state: 'missing',
        detail: 'There is no client id and secret, so access cannot be granted.',
        remedy: 'Make an OAuth client at the vendor, and set its id and secret.',
      };
}

function grantStep({ credential, needsReauth }: DriveFacts): ConnectionStep {
  const step = { id: 'grant' as const, required: true };
  if (!credential) {
    const detail = 'Access to the drive has not been granted.';
    return { ...step, state: 'missing', detail, remedy: 'Connect the drive.' };
  }
  if (!needsReauth) return { ...step, state: 'ok', detail: 'The drive lets us read.' };
  const detail = 'The drive no longer lets us in. Documents keep the text that was read last.';
  const remedy = credential === 'oauth' ? 'Connect the drive again.' : 'Let the operator check the service account.';
  return { ...step, state: 'error', detail, remedy };
}
