import type { SimulationRequest } from '@desk/contract/simulation';
import type { RecordedTurn } from '../../conversations/index.ts';
import { knownOf } from '../turn/matter.actions.ts';
import { factsOf } from '../turn/known.logic.ts';

type State = Exclude<SimulationRequest['conversation'], string | undefined>;

/** The state of its conversation on which a decision was based, and whether its customer was verified; null in old records. */
export function stateBehind(turn: RecordedTurn): { verified: boolean; conversation: State } | null {
  const known = knownOf(turn);
  if (!known) return null;
  const { turns, clarifications, episode, priority, waitingMinutes } = factsOf(known).conversation;
  // The tags of earlier messages and those that people have set; the message's own tags are recognised again.
  const { tagIds } = known.conversation;
  return {
    verified: known.customer.verified,
    conversation: { turns, clarifications, episode, priority, waiting_minutes: waitingMinutes, tag_ids: [...tagIds] },
  };
}
