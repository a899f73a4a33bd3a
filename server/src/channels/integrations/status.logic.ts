import { english } from '../../platform/words/sentence.logic.ts';

/** The facts about a helpdesk connection, without secrets. */
export interface ConnectionFacts {
  hasToken: boolean;
  /** Whether it was ever connected: without a token it is then disconnected, not new. */
  wasConnected: boolean;
  needsReauth: boolean;
  hasApp: boolean;
  /** Whether the stored secrets can authenticate its events. */
  hasSigningSecret: boolean;
  lastEventAt: Date | null;
}

export type IntegrationState =
  | 'not_configured'
  | 'connected'
  | 'configuring'
  | 'ready'
  | 'needs_reauth'
  | 'disconnected';

export interface SetupStep {
  id: 'app' | 'grant' | 'signing_secret' | 'first_event';
  required: boolean;
  state: 'ok' | 'missing' | 'error';
  detail: string;
  remedy?: string;
}

/** The state of a connection: `ready` needs every required step and a received event. */
export function statusOf(facts: ConnectionFacts, steps: readonly SetupStep[]): IntegrationState {
  if (facts.needsReauth) return 'needs_reauth';
  if (!facts.hasToken) return facts.wasConnected ? 'disconnected' : 'not_configured';
  if (steps.some((step) => step.required && step.id !== 'first_event' && step.state !== 'ok')) return 'configuring';
  return facts.lastEventAt ? 'ready' : 'connected';
}

export const stepsOf = (facts: ConnectionFacts, signingRemedy: string): SetupStep[] => [
  appStep(facts),
  grantStep(facts),
  signingStep(facts.hasSigningSecret, signingRemedy),
  eventStep(facts),
];

const appStep = ({ hasApp }: ConnectionFacts): SetupStep =>
  hasApp
    ? { id: 'app', required: false, state: 'ok', detail: english`An app for OAuth is configured.` }
    : {
        id: 'app',
        required: false,
        state: 'missing',
        detail: english`No client id and secret are configured, so OAuth cannot be used.`,
        remedy: english`Set the app, or connect with an access token.`,
      };

function grantStep({ hasToken, needsReauth }: ConnectionFacts): SetupStep {
  if (needsReauth) {
    const detail = english`The helpdesk rejects our access token.`;
    return { id: 'grant', required: true, state: 'error', detail, remedy: english`Connect again.` };
  }
  if (hasToken)
    return { id: 'grant', required: true, state: 'ok', detail: english`The helpdesk accepts our access token.` };
  return {
    id: 'grant',
    required: true,
    state: 'missing',
    detail: english`Access has not been granted.`,
    remedy: english`Connect the helpdesk.`,
  };
}

const signingStep = (present: boolean, remedy: string): SetupStep =>
  present
    ? { id: 'signing_secret', required: true, state: 'ok', detail: english`Events can be authenticated.` }
    : {
        id: 'signing_secret',
        required: true,
        state: 'missing',
        detail: english`Events cannot be authenticated.`,
        remedy,
      };

const eventStep = ({ lastEventAt }: ConnectionFacts): SetupStep =>
  lastEventAt
    ? { id: 'first_event', required: true, state: 'ok', detail: english`Events are arriving.` }
    : {
        id: 'first_event',
        required: true,
        state: 'missing',
        detail: english`No event has arrived yet.`,
        remedy: english`Point the webhook of the helpdesk at the webhook URL.`,
      };
