import type { AccountAction, ActionResult, RunAction } from '@desk/contract/account-actions';
import type { Scope } from '../../access/index.ts';
import { offeredActions, runAction, type InputSources } from '../../connectors/index.ts';
import { findConversation, findCustomer, newestMessages, writeWords } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { notFound, personRequired } from '../../platform/http/errors.ts';
import type { PageQuery } from '../../platform/http/page.ts';
import { storableBeginning } from '../../platform/text/storable.logic.ts';
import { questionIn } from '../turn/matter.actions.ts';

/** Returns the actions in connected systems that are available for the customer of this conversation. Throws 404. */
export const showActions = async (
  desk: Desk,
  scope: OrganizationScope,
  { id, query }: { id: string; query: PageQuery },
): Promise<{ items: AccountAction[]; next_cursor: string | null }> =>
  offeredActions(desk, scope, { asked: await inputsOf(desk, scope, id), query });

/**
 * Previews a write, or performs it once a person has approved it and leaves a note in the thread. Throws 403 for an API
 * key, 404, and the errors of `runAction`.
 */
export async function doAction(
  desk: Desk,
  scope: Scope,
  { id, wish }: { id: string; wish: RunAction },
): Promise<ActionResult> {
  const inputs = await inputsOf(desk, scope, id);
  if (scope.userId === null) throw personRequired();
  const person = { id: scope.userId, name: scope.actor.name };
  const { result, done } = await runAction(desk, scope, { conversationId: id, person, asked: inputs, wish });
  if (done === null) return { ...result, message_id: null };
  const message = await inScope(desk.db, scope, async (tx) => {
    const row = await findConversation(tx, scope, id);
    // The conversation was deleted meanwhile; the call log and the audit log still record the action.
    if (!row) return null;
    return writeWords(desk, tx, row, {
      kind: 'note',
      author: { type: 'human', ...person },
      text: noteOf(done, result),
      html: null,
      citations: [],
      decisionId: null,
      answersSeq: null,
    });
  });
  return { ...result, message_id: message?.id ?? null };
}

/** The number of messages from which the question is read. */
const mostMessages = 50;

const inputsOf = (desk: Desk, scope: OrganizationScope, id: string): Promise<InputSources> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findConversation(tx, scope, id);
    if (!row) throw notFound();
    const customer = await findCustomer(tx, scope, row.customer_id);
    const { message } = questionIn(await newestMessages(tx, scope, id, mostMessages), row);
    return {
      question: message.text,
      channel: row.channel,
      language: row.language,
      customer: {
        email: customer?.email ?? null,
        externalId: customer?.external_id ?? null,
        verified: row.verified,
      },
    };
  });

type ActionOutcome = Pick<ActionResult, 'ok' | 'status' | 'output' | 'error'>;

const longest = 200;

/** The note in the thread about an approved action, for colleagues. */
function noteOf({ template, connector }: { template: string; connector: string }, result: ActionOutcome): string {
  const name = `“${template}” in ${connector}`;
  if (!result.ok) {
    const { message, remedy } = result.error ?? { message: 'It failed.', remedy: '' };
    return `Approved ${name}, but it failed. ${message} ${remedy}`.trim();
  }
  const lines = Object.entries(result.output ?? {}).flatMap(([output, value]) => {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? [`${output}: ${storableBeginning(String(value).replaceAll(/\s+/g, ' '), longest)}`] : [];
  });
  return [`Approved ${name}. It was done (answer ${result.status}).`, ...lines].join('\n');
}
