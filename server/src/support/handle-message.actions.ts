import {
  beginTurn,
  holdTurn,
  promiseAgain,
  stillOurs,
  yieldTurn,
  type OfConversation,
  type Turn,
} from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { carryOut, keepSuperseded } from './carry-out.actions.ts';
import { consider } from './consider.actions.ts';
import { countModelUse } from './turn/model-use.actions.ts';
import { readMatter, type Matter } from './turn/matter.actions.ts';

/**
 * Handles one turn, which `receive` has promised: considers everything that the customer has written since our last
 * message, and then answers, asks back, or hands over. Considering writes nothing and holds no transaction; acting is one
 * transaction that first checks that the turn is still ours.
 */
export async function handleMessage(desk: Desk, of: OfConversation, lease: string): Promise<void> {
  const scope = { organizationId: of.organizationId };

  const begun = await inScope(desk.db, scope, async (tx) => {
    const turn = await beginTurn(desk, tx, scope, { id: of.conversationId, lease });
    return turn && { turn, matter: await readMatter(desk, tx, scope, turn) };
  });
  if (!begun) return;
  const stopRenewal = holdTurn(desk, scope, begun.turn);
  try {
    await considerAndAct(desk, scope, begun);
  } catch (error) {
    // If this fails as well, the lease expires by itself. The error to report is the one that ended the turn.
    await yieldTurn(desk, begun.turn).catch(() => {});
    throw error;
  } finally {
    stopRenewal();
  }
}

interface Begun {
  turn: Turn;
  matter: Matter;
}

async function considerAndAct(desk: Desk, scope: OrganizationScope, { turn, matter }: Begun): Promise<void> {
  const considered = await consider(desk, scope, matter);
  await countModelUse(desk, scope, { turn, considered });

  const isDone = await inScope(desk.db, scope, async (tx) => {
    const conversation = await stillOurs(tx, scope, turn);
    if (conversation) await carryOut(desk, tx, conversation, considered);
    else await keepSuperseded(desk, tx, turn.conversation, considered);
    return conversation !== null;
  });

  if (!isDone) await inScope(desk.db, scope, (tx) => promiseAgain(desk, tx, scope, turn));
}
