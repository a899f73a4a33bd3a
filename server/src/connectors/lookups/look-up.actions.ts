import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { scrubbed } from '../credentials/authorize.ts';
import { findConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { failure, type Failure } from '../requests/failures.logic.ts';
import { askServing } from '../requests/health.actions.ts';
import { askTemplate } from '../requests/ask-template.actions.ts';
import { gather, type Asked } from '../templates/inputs.logic.ts';
import { Unrenderable, type Values } from '../templates/placeholders.logic.ts';
import { isOwnedBy, outputOf } from '../templates/pointer.logic.ts';
import { isSafelyBound, needsVerifiedCustomer } from '../templates/template.logic.ts';
import { templatesNamed, type TemplateRow } from '../templates/templates.store.ts';
import { recall, remember } from './answer-cache.ts';
import { saysNothing, type Told } from './sentence.logic.ts';

export type { Asked } from '../templates/inputs.logic.ts';

/** What became of one lookup. `unverified` and `incomplete`: nothing was asked. */
export interface Lookup {
  templateId: string;
  connectorId: string;
  name: string;
  status: 'ok' | 'unverified' | 'incomplete' | 'not_owner' | 'failed';
  code: string | null;
  httpStatus: number | null;
  output: Readonly<Record<string, unknown>>;
  /** The words for the customer; null: it is for rules only. */
  told: Told | null;
  callId: string | null;
}

export interface LookupWish {
  templateIds: readonly string[];
  asked: Asked;
  /** What is left of the turn. */
  withinMs: number;
}

/** Asks the account systems. A rehearsal passes `mocked(…)` in its place, which asks nobody. */
export type LookUp = (desk: Desk, scope: OrganizationScope, wish: LookupWish) => Promise<Lookup[]>;

interface Pair {
  template: TemplateRow;
  connector: ConnectorRow;
}

/**
 * Runs the templates side by side. As long as one of them is for verified customers only and this one is not, none is asked.
 * Never throws for what a service does; a template that is gone meanwhile is left out.
 */
export const lookUp: LookUp = (desk, scope, wish) => look(desk, scope, wish, askService);

/** Answers from these bodies, by the template's name, in place of the services; what is not mocked fails. */
export const mocked =
  (responses: Readonly<Record<string, unknown>>): LookUp =>
  (desk, scope, wish) =>
    look(desk, scope, wish, async (_desk, { template }) =>
      Object.hasOwn(responses, template.name)
        ? { body: responses[template.name], httpStatus: 200, callId: null, why: null }
        : { body: null, httpStatus: null, callId: null, why: failure('not_serving') },
    );

type Ask = (desk: Desk, pair: Pair, way: { values: Values; withinMs: number }) => Promise<Reply>;

interface Reply {
  body: unknown;
  httpStatus: number | null;
  callId: string | null;
  why: Failure | null;
}

async function look(desk: Desk, scope: OrganizationScope, wish: LookupWish, ask: Ask): Promise<Lookup[]> {
  const pairs = await inScope(desk.db, scope, async (tx) => {
    const templates = await templatesNamed(tx, scope, wish.templateIds);
    const found: Pair[] = [];
    for (const template of templates) {
      const connector = await findConnector(tx, scope, template.connector_id);
      if (connector) found.push({ template, connector });
    }
    return found;
  });
  const { customer } = wish.asked;
  const closed = pairs.filter(({ template }) => needsVerifiedCustomer(template.definition) && !customer.verified);
  if (closed.length > 0)
    return closed.map(({ template }) => lookupOf(template, { status: 'unverified', code: 'verification_required' }));
  return Promise.all(pairs.map((pair) => one(desk, pair, wish, ask)));
}

async function one(desk: Desk, pair: Pair, { asked, withinMs }: LookupWish, ask: Ask): Promise<Lookup> {
  const { template, connector } = pair;
  const { definition } = template;
  const refusal = refusalOf(template);
  if (refusal) return lookupOf(template, { status: 'failed', code: refusal.code });
  const { values, missing } = gather(definition.inputs, asked);
  if (missing.length > 0) {
    const isTheirs = missing.some((name) =>
      fromWords.has(definition.inputs.find((each) => each.name === name)?.source ?? ''),
    );
    return lookupOf(template, { status: isTheirs ? 'incomplete' : 'failed', code: 'missing_input' });
  }
  const key = { template, connector, values };
  const kept = recall(desk, key);
  const reply = kept === undefined ? await ask(desk, pair, { values, withinMs }) : replyOf(kept);
  if (reply.why)
    return lookupOf(template, {
      status: 'failed',
      code: reply.why.code,
      httpStatus: reply.httpStatus,
      callId: reply.callId,
    });
  if (kept === undefined) remember(desk, key, reply.body);
  const done = { httpStatus: reply.httpStatus, callId: reply.callId };
  if (definition.owner_match !== null && !isOwnedBy(reply.body, definition.owner_match, asked.customer))
    return lookupOf(template, { status: 'not_owner', code: 'not_owner', ...done });
  const output = outputOf(reply.body, definition.output);
  const told = { name: template.name, answer: definition.answer, outputs: output, inputs: values };
  if (definition.use === 'facts') return lookupOf(template, { status: 'ok', code: null, output, ...done });
  return saysNothing(told, definition)
    ? lookupOf(template, { status: 'failed', code: 'no_output', ...done })
    : lookupOf(template, { status: 'ok', code: null, output, told, ...done });
}

const fromWords: ReadonlySet<string> = new Set(['message', 'model']);

const replyOf = (body: unknown): Reply => ({ body, httpStatus: 200, callId: null, why: null });

function refusalOf({ enabled, quarantine, definition }: TemplateRow): Failure | null {
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
  told: null,
  callId: null,
  ...result,
});

const askService: Ask = async (desk, { template, connector }, { values, withinMs }) => {
  const nobody = { body: null, httpStatus: null, callId: null };
  try {
    const asked = await askServing(desk, connector, () =>
      askTemplate(desk, connector, template, { purpose: 'lookup', values, withinMs }),
    );
    if ('code' in asked) return { ...nobody, why: asked };
    const { id, result, secrets } = asked;
    const httpStatus = result.answer?.status ?? null;
    return result.kind === 'failed'
      ? { body: null, httpStatus, callId: id, why: result.failure }
      : { body: scrubbed(result.answer.body, secrets), httpStatus, callId: id, why: null };
  } catch (error) {
    if (error instanceof Unrenderable) return { ...nobody, why: failure('unrenderable') };
    throw error;
  }
};
