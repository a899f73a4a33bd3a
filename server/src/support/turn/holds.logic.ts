import type { Hold } from '../../routing/index.ts';
import type { Known } from './known.logic.ts';

export interface HoldsInput extends Pick<Known, 'channel' | 'ready' | 'budgets'> {
  readonly autoRespond: 'auto' | 'draft' | 'off';
  readonly owner: 'ai' | 'human';
}

/** All reasons against an automatic reply now; the first one is recorded. */
export function holdsOf(input: HoldsInput): Hold[] {
  const { turnsThisMinute, tokens } = input.budgets;
  return [
    ...leaveOf(input),
    ...(input.owner === 'human' ? (['owner_human'] as const) : []),
    ...paceHolds(turnsThisMinute),
    ...(tokens && (isUsedUp(tokens.conversation) || isUsedUp(tokens.day)) ? (['budget'] as const) : []),
  ];
}

function leaveOf({ autoRespond, channel, ready }: HoldsInput): Hold[] {
  if (autoRespond === 'off') return ['auto_respond_off'];
  return ready.includes(channel) ? [] : ['channel_not_ready'];
}

/** No person writes as much; two machines that answer each other do. */
const mostTurnsAMinute = 20;

// Said once: a machine that answers every word in a new thread would otherwise never come to an end.
function paceHolds(turns: number): Hold[] {
  if (turns <= mostTurnsAMinute) return [];
  return turns === mostTurnsAMinute + 1 ? ['pace'] : ['pace_again'];
}

const isUsedUp = ({ used, most }: { used: number; most: number }) => most > 0 && used >= most;
