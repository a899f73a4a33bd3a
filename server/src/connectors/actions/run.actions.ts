import type { ActionResult, RunAction } from '@desk/contract/account-actions';
import { record, type Acting } from '../../access/index.ts';
import { isDuplicate } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { scrubbed } from '../credentials/authorize.ts';
import type { Called } from '../requests/call.actions.ts';
import { failure, viewFailure, type ConnectorFailure } from '../requests/failures.logic.ts';
import { learnHealth } from '../requests/health.actions.ts';
import { askTemplate } from '../requests/ask-template.actions.ts';
import { gather, typed, type InputSources, type Gathered } from '../templates/inputs.logic.ts';
import { Unrenderable } from '../templates/placeholders.logic.ts';
import { isOwnedBy, outputOf } from '../templates/pointer.logic.ts';
import { shownRequest } from '../requests/shown-request.ts';
import { approvalOf, isApproved, type ApprovalView } from './approval.ts';
import { isFixed, offeredAction, type Offered } from './offered.actions.ts';

export interface ActionWish {
  conversationId: string;
  /** The person who runs the action; not an API key. */
  person: { id: string; name: string };
  asked: InputSources;
  wish: RunAction;
}

/** The result of an action, and what was done, for the caller's record. */
export interface Ran {
  result: Omit<ActionResult, 'message_id'>;
  /** null: the request was only shown. */
  done: { template: string; connector: string } | null;
}

const nothing: Ran['result'] = {
  ok: false,
  request: null,
  approval: null,
  status: null,
  output: null,
  latency_ms: null,
  error: null,
};

/**
 * Shows the request of a write (`dry_run`), or makes it with the approval that showing it returned (`live`). Throws 422 for
 * an unknown action and for inputs that it does not have; 409 `verification_required` or the reason why the action is
 * blocked; 409 `approval_required` if the request differs from the one shown, or was shown too long ago; 409 `already_done`
 * for the second use of an approval.
 */
export async function runAction(desk: Desk, acting: Acting, asking: ActionWish): Promise<Ran> {
  const { wish, asked } = asking;
  const offered = await offeredAction(desk, acting, { templateId: wish.template_id, asked });
  if (!offered) throw invalid('/template_id', sentence`does not exist, or is switched off`);
  if (offered.blocked) throw conflict(offered.blocked.code, offered.blocked.message);
  const { values, missing } = valuesFor(offered, asking);
  if (missing.length > 0)
    return shownOnly({
      ...nothing,
      error: viewFailure(failure('missing_input', sentence`There is no value for: ${missing.join(', ')}.`)),
    });
  const shown: ApprovalView = {
    template: offered.template,
    connector: offered.connector,
    values,
    conversationId: asking.conversationId,
    userId: asking.person.id,
  };
  const request = requestOrFailure(desk, shown);
  if ('code' in request) return shownOnly({ ...nothing, error: viewFailure(request) });
  if (wish.mode === 'dry_run') return shownOnly({ ...nothing, ok: true, request, approval: approvalOf(desk, shown) });
  if (wish.approval === undefined || !isApproved(desk, wish.approval, shown))
    throw conflict(
      'approval_required',
      sentence`The request differs from the one that was shown, or was shown too long ago. Review it again.`,
    );
  const called = await makeRequest(desk, acting, { ...asking, shown, approval: wish.approval });
  const done = { template: offered.template.name, connector: offered.connector.name };
  return { result: { ...resultOf(called, shown, asked), request }, done };
}

const shownOnly = (result: Ran['result']): Ran => ({ result, done: null });

/** Identifiers come from the verified customer, never from what is entered; the person enters the rest. */
function valuesFor({ template }: Offered, { asked, wish }: ActionWish): Gathered {
  const { inputs } = template.definition;
  const entered = wish.inputs ?? {};
  const open = inputs.filter((input) => !isFixed(input));
  const unknown = Object.keys(entered).find((name) => !open.some((input) => input.name === name));
  if (unknown !== undefined)
    throw invalid(`/inputs/${unknown}`, sentence`the action has no such input, or it cannot be entered`);
  const gathered = gather(inputs, asked);
  const values = { ...gathered.values };
  for (const { name, type } of open) {
    const given = entered[name];
    if (given === undefined) continue;
    const value = given === null || given === '' ? null : typed(given, type);
    if (value === null) delete values[name];
    else values[name] = value;
  }
  const missing = inputs.filter(({ name, required }) => required !== false && !Object.hasOwn(values, name));
  return { values, missing: missing.map(({ name }) => name) };
}

function requestOrFailure(desk: Desk, { connector, template, values }: ApprovalView) {
  try {
    return shownRequest(desk, connector, template, values);
  } catch (error) {
    if (error instanceof Unrenderable) return failure('unrenderable', error.why);
    throw error;
  }
}

type ApprovedAction = ActionWish & { shown: ApprovalView; approval: string };

/** Writes the audit log before the request leaves. The row in the call log uses up the approval. */
async function makeRequest(
  desk: Desk,
  acting: Acting,
  { shown, approval, conversationId, person }: ApprovedAction,
): Promise<Called> {
  const { template, connector, values } = shown;
  await inScope(desk.db, acting, async (tx) =>
    record(desk, tx, acting, {
      action: 'conversation.action_approved',
      subject: { type: 'conversation', id: conversationId },
      changes: { action: { to: `${connector.name}: ${template.name}` } },
    }),
  );
  try {
    const approved = { conversationId, by: person, approval };
    const called = await askTemplate(desk, connector, template, { purpose: 'action', values, approved });
    if (called.id !== null) await learnHealth(desk, connector, called.result);
    return called;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw conflict('already_done', sentence`This was already done. To do it once more, open it again.`);
  }
}

function resultOf(
  { result, latencyMilliseconds, secrets }: Called,
  { template }: ApprovalView,
  { customer }: InputSources,
): Ran['result'] {
  const status = result.answer?.status ?? null;
  if (result.kind === 'failed')
    return {
      ...nothing,
      status,
      latency_ms: latencyMilliseconds,
      error: viewFailure(withUnclearOutcome(result.failure)),
    };
  const body = scrubbed(result.answer.body, secrets);
  const { owner_match, output } = template.definition;
  // Show nothing of another customer's record, even to colleagues: the input was wrong.
  if (owner_match !== null && !isOwnedBy(body, owner_match, customer))
    return { ...nothing, status, latency_ms: latencyMilliseconds, error: viewFailure(failure('not_owner')) };
  return { ...nothing, ok: true, status, latency_ms: latencyMilliseconds, output: outputOf(body, output) };
}

const unclearOutcomes: ReadonlySet<string> = new Set([
  'timeout',
  'broken_answer',
  'too_large',
  'server_error',
  'not_json',
]);

/** Without a proper response, the action may have been carried out all the same. */
const withUnclearOutcome = (why: ConnectorFailure): ConnectorFailure =>
  unclearOutcomes.has(why.code)
    ? {
        ...why,
        remedy: sentence`The action may have been carried out anyway. Check the connected system before you try again.`,
      }
    : why;
