import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { IdParams, Nullable, Sentence } from './http.ts';

/**
 * `sent`: the mail or the webhook was accepted. `found`: the helpdesk has the team or seat. `internal`: the organization's own queue,
 * which always exists. All others are failures.
 */
export const testHandoverOutcomes = [
  'sent',
  'found',
  'internal',
  'gone',
  'not_connected',
  'smtp_not_configured',
  'refused',
  'no_answer',
] as const;

export const DestinationTest = Type.Object({
  ok: Type.Boolean(),
  outcome: Type.Enum(testHandoverOutcomes),
  /** The answer, or the name at the helpdesk. */
  detail: Nullable(Sentence),
});
export type DestinationTest = Static<typeof DestinationTest>;

export const testDestination = endpoint({
  method: 'POST',
  path: '/api/routing/destinations/:id/test',
  operation: 'testDestination',
  summary: 'Send a test handover to a destination; of a helpdesk: see whether it has the team or seat',
  tag: 'Routing',
  params: IdParams,
  limit: { times: 10, seconds: 60 },
  reply: { 200: DestinationTest },
});
