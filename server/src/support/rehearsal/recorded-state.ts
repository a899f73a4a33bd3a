import type { SimulationRequest } from '@desk/contract/simulation';
import type { RecordedTurn } from '../../conversations/index.ts';
import { knownOf } from '../turn/matter.actions.ts';
import { factsOf } from '../turn/known.logic.ts';

type State = Exclude<SimulationRequest['conversation'], string | undefined>;
type History = NonNullable<SimulationRequest['history']>;

/**
 * What a decision was based on besides its message, as a simulation takes it: the state of its conversation, what had been said
 * before, and whether the customer was verified. Null in old records.
 */
export function stateBehind(turn: RecordedTurn): { verified: boolean; conversation: State; history: History } | null {
  const known = knownOf(turn);
  if (!known) return null;
  const { turns, clarifications, episode, priority, waitingMinutes } = factsOf(known).conversation;
  // The tags of earlier messages and those that people have set; the message's own tags are recognised again.
  const { tagIds } = known.conversation;
  return {
    verified: known.customer.verified,
    conversation: { turns, clarifications, episode, priority, waiting_minutes: waitingMinutes, tag_ids: [...tagIds] },
    history: known.history.map(({ from, text, asksBack, unproven, pastEpisode }) => ({
      from,
      text,
      ...(asksBack ? { asks_back: asksBack } : {}),
      ...(unproven ? { unproven } : {}),
      ...(pastEpisode ? { past_episode: pastEpisode } : {}),
    })),
  };
}
