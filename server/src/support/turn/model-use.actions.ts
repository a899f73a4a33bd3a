import { countTokens, type Turn } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Considered } from './considered.ts';

/** Counts the tokens of a turn as soon as they are spent, because an answer that is overtaken also costs tokens. */
export async function countModelUse(
  desk: Desk,
  scope: OrganizationScope,
  { turn, considered }: { turn: Turn; considered: Considered },
): Promise<void> {
  const { tokens } = considered;
  if (!tokens || tokens.input + tokens.output === 0) return;
  await inScope(desk.db, scope, (tx) =>
    countTokens(tx, scope, turn.conversation, { ...tokens, now: desk.clock.now() }),
  );
}
