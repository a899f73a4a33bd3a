import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { scrubbed } from '../credentials/authorize.ts';
import { findConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { failure, type ConnectorFailure } from '../requests/failures.logic.ts';
import { askServing, whyNotServing } from '../requests/health.actions.ts';
import { askTemplate } from '../requests/ask-template.actions.ts';
import type { Called } from '../requests/call.actions.ts';
import { gather, type InputSources } from '../templates/inputs.logic.ts';
import { Unrenderable, type Values } from '../templates/placeholders.logic.ts';
import { isOwnedBy, outputOf } from '../templates/pointer.logic.ts';
import { isSafelyBound, needsVerifiedCustomer } from '../templates/template.logic.ts';
import { templatesNamed, type TemplateRow } from '../templates/templates.store.ts';
import { recall, remember } from './answer-cache.ts';
import { hasNoValue, type TemplateOutput } from './lookup-text.logic.ts';

export type { InputSources } from '../templates/inputs.logic.ts';

/** The result of one lookup. For `unverified` and `incomplete`, no request was made. */
export interface Lookup {
  templateId: string;
  connectorId: string;
  name: string;
  status: 'ok' | 'unverified' | 'incomplete' | 'not_owner' | 'failed';
  code: string | null;
  httpStatus: number | null;
  output: Readonly<Record<string, unknown>>;
  /** The output that the reply may contain; null if the output is for rules only, or the lookup failed. */
  forCustomer: TemplateOutput | null;
  callId: string | null;
}

export interface LookupWish {
  templateIds: readonly string[];
  asked: InputSources;
  /** The remaining time of the turn. */
  withinMilliseconds: number;
}

/** Makes the lookups in the account systems. A rehearsal passes `rehearsed(…)` instead. */
export type LookUp = (desk: Desk, scope: OrganizationScope, wish: LookupWish) => Promise<Lookup[]>;

interface TemplateOfConnector {
  template: TemplateRow;
  connector: ConnectorRow;
}

/**
 * Runs the templates in parallel. If one of them requires a verified customer and this one is not, none is run.
 * Does not throw for failures of a service; leaves out templates that no longer exist.
 */
export const lookUp: LookUp = (desk, scope, wish) => runLookups(desk, scope, wish, askOrRecall);

export interface RehearsedLookups {
  /** Mocked responses, by the template's name. */
  mocks: Readonly<Record<string, unknown>>;
  /** Whether lookups without a mock ask the service; otherwise they fail. */
  live: boolean;
}

/** For rehearsals: neither reads nor writes the cache of responses. */
export const rehearsed =
  ({ mocks, live }: RehearsedLookups): LookUp =>
  (desk, scope, wish) =>
    runLookups(desk, scope, wish, async (_desk, pair, way) => {
      const { name } = pair.template;
      if (Object.hasOwn(mocks, name)) return replyOf(mocks[name]);
      return live ? readLive(desk, pair, way) : refusedBy(failure('not_serving'));
    });

type Ask = (
  desk: Desk,
  pair: TemplateOfConnector,
  way: { values: Values; withinMilliseconds: number },
) => Promise<ServiceReply>;

interface ServiceReply {
  body: unknown;
  httpStatus: number | null;
  callId: string | null;
  why: ConnectorFailure | null;
}

async function runLookups(desk: Desk, scope: OrganizationScope, wish: LookupWish, ask: Ask): Promise<Lookup[]> {
  const pairs = await inScope(desk.db, scope, async (tx) => {
    const templates = await templatesNamed(tx, scope, wish.templateIds);
    const found: TemplateOfConnector[] = [];
    for (const template of templates) {
      const connector = await findConnector(tx, scope, template.connector_id);
      if (connector) found.push({ template, connector });
    }
    return found;
  });
  const { customer } = wish.asked;
  const unverified = pairs.filter(({ template }) => needsVerifiedCustomer(template.definition) && !customer.verified);
  if (unverified.length > 0)
    return unverified.map(({ template }) =>
      lookupOf(template, { status: 'unverified', code: 'verification_required' }),
    );
  return Promise.all(pairs.map((pair) => runLookup(desk, pair, wish, ask)));
}

async function runLookup(
  desk: Desk,
  pair: TemplateOfConnector,
  { asked, withinMilliseconds }: LookupWish,
  ask: Ask,
): Promise<Lookup> {
  const { template } = pair;
  const { definition } = template;
  const refusal = refusalOf(template);
  if (refusal) return lookupOf(template, { status: 'failed', code: refusal.code });
  const { values, missing } = gather(definition.inputs, asked);
  if (missing.length > 0) {
    const isTheirs = missing.some((name) =>
      messageSources.has(definition.inputs.find((each) => each.name === name)?.source ?? ''),
    );
    return lookupOf(template, { status: isTheirs ? 'incomplete' : 'failed', code: 'missing_input' });
  }
  const reply = await ask(desk, pair, { values, withinMilliseconds });
  if (reply.why)
    return lookupOf(template, {
      status: 'failed',
      code: reply.why.code,
      httpStatus: reply.httpStatus,
      callId: reply.callId,
    });
  const done = { httpStatus: reply.httpStatus, callId: reply.callId };
  if (definition.owner_match !== null && !isOwnedBy(reply.body, definition.owner_match, asked.customer))
    return lookupOf(template, { status: 'not_owner', code: 'not_owner', ...done });
  const output = outputOf(reply.body, definition.output);
  const forCustomer = { name: template.name, answer: definition.answer, outputs: output, inputs: values };
  if (definition.use === 'facts') return lookupOf(template, { status: 'ok', code: null, output, ...done });
  return hasNoValue(forCustomer, definition)
    ? lookupOf(template, { status: 'failed', code: 'no_output', ...done })
    : lookupOf(template, { status: 'ok', code: null, output, forCustomer, ...done });
}

const messageSources: ReadonlySet<string> = new Set(['message', 'model']);

const replyOf = (body: unknown): ServiceReply => ({ body, httpStatus: 200, callId: null, why: null });
const refusedBy = (why: ConnectorFailure): ServiceReply => ({ body: null, httpStatus: null, callId: null, why });

function refusalOf({ enabled, quarantine, definition }: TemplateRow): ConnectorFailure | null {
  if (quarantine !== null) return failure('quarantined');
  return enabled && definition.effect === 'read' && isSafelyBound(definition) ? null : failure('not_serving');
}

const lookupOf = (
  { id, connector_id, name }: TemplateRow,
  result: Pick<Lookup, 'status' | 'code'> & Partial<Lookup>,
): Lookup => ({
  templateId: id,
  connectorId: connector_id,
  name,
  httpStatus: null,
  output: {},
  forCustomer: null,
  callId: null,
  ...result,
});

const askOrRecall: Ask = async (desk, pair, way) => {
  const key = { ...pair, values: way.values };
  const kept = recall(desk, key);
  if (kept !== undefined) return replyOf(kept);
  const reply = await replyTo(() =>
    askServing(desk, pair.connector, () =>
      askTemplate(desk, pair.connector, pair.template, { purpose: 'lookup', ...way }),
    ),
  );
  if (!reply.why) remember(desk, key, reply.body);
  return reply;
};

// Log the call as a test and learn nothing about the connector's health: a rehearsal must not pause it for customers.
const readLive: Ask = async (desk, { template, connector }, way) => {
  const resting = whyNotServing(desk, connector);
  return resting
    ? refusedBy(resting)
    : replyTo(() => askTemplate(desk, connector, template, { purpose: 'test', ...way }));
};

async function replyTo(ask: () => Promise<Called | ConnectorFailure>): Promise<ServiceReply> {
  try {
    const called = await ask();
    if ('code' in called) return refusedBy(called);
    const { id, result, secrets } = called;
    const httpStatus = result.answer?.status ?? null;
    return result.kind === 'failed'
      ? { body: null, httpStatus, callId: id, why: result.failure }
      : { body: scrubbed(result.answer.body, secrets), httpStatus, callId: id, why: null };
  } catch (error) {
    if (error instanceof Unrenderable) return refusedBy(failure('unrenderable'));
    throw error;
  }
}
