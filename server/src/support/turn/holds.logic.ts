import type { Hold } from '../../routing/index.ts';
import type { Known } from './known.logic.ts';

export interface HoldsInput extends Pick<Known, 'channel' | 'ready' | 'budgets'> {
  readonly autoRespond: 'auto' | 'draft' | 'off';
  readonly owner: 'ai' | 'human';
}

/** Returns all current reasons against an automatic reply. The first one is recorded. */
export function holdsOf(input: HoldsInput): Hold[] {
  const { turnsThisMinute, tokens } = input.budgets;
  return [
    ...channelHolds(input),
    ...(input.owner === 'human' ? (['owner_human'] as const) : []),
    ...paceHolds(turnsThisMinute),
    ...(tokens && (isUsedUp(tokens.conversation) || isUsedUp(tokens.day)) ? (['budget'] as const) : []),
  ];
}

function channelHolds({ autoRespond, channel, ready }: HoldsInput): Hold[] {
  if (autoRespond === 'off') return ['auto_respond_off'];
  return ready.includes(channel) ? [] : ['channel_not_ready'];
}

/** Only two machines that answer each other write more than this. */
const mostTurnsAMinute = 20;

// Send the notice once only: a machine that answers every message in a new thread would otherwise go on forever.
function paceHolds(turns: number): Hold[] {
  if (turns <= mostTurnsAMinute) return [];
  return turns === mostTurnsAMinute + 1 ? ['pace'] : ['pace_again'];
}

const isUsedUp = ({ used, most }: { used: number; most: number }) => most > 0 && used >= most;
