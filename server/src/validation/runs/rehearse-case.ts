import type { Overlay } from '@desk/contract/simulation';
import type { SuiteCase } from '@desk/contract/suite';
import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { languageOfMessage } from '../../platform/text/message-language.ts';
import { matchesPattern } from '../../routing/index.ts';
import type { RehearsedTurn } from '../../support/index.ts';
import { rehearseWithinBudget } from '../simulation/rehearse-within-budget.actions.ts';
import { judge, judgedTogether, textOf, type Judgement, type RehearsedReply } from './scoring.logic.ts';

export interface RehearseOptions {
  overlay: Overlay | null;
  /** An earlier revision of the policy instead of the saved one. */
  policyRevision?: number | undefined;
  /** `embedded` does not use a configured language model. */
  engine: 'configured' | 'embedded';
}

/**
 * Rehearses a case as often as it specifies and judges the replies. Nothing is sent, stored or counted. The result does not depend on
 * whether replies are off, drafted or sent: otherwise a suite would be useless while a desk is being set up.
 */
export async function rehearseCase(
  desk: Desk,
  scope: OrganizationScope,
  rehearsed: SuiteCase,
  { overlay, policyRevision, engine }: RehearseOptions,
) {
  const { turns, mocks } = rehearsed;
  const { conversation: { tag_ids: tagIds = [], ...conversation } = {}, ...context } = rehearsed.context;
  const judgements: Judgement[] = [];
  let decision: RehearsedReply['decision'] | null = null;
  // Without a language model every repetition is the same by construction.
  const times = engine === 'embedded' || !desk.languageModel ? 1 : rehearsed.repeat;
  for (let time = 0; time < times; time++) {
    const { turns: rehearsals } = await rehearseWithinBudget(desk, scope, {
      ...context,
      conversation,
      // Not checked, as in a live conversation: a tag may have been deleted since the case was written.
      left: { tagIds },
      messages: turns.map(({ customer }) => customer),
      ...(overlay ? { overlay } : {}),
      ...(policyRevision === undefined ? {} : { policyRevision }),
      ...(mocks ? { mocks } : {}),
      engine,
      mode: 'auto',
      explain: false,
    });
    const replies = await Promise.all(rehearsals.map(asReply));
    judgements.push(judge(rehearsed, replies, matchesPattern));
    decision = replies.at(-1)?.decision ?? null;
  }
  return { ...judgedTogether(judgements), decision };
}

async function asReply({ decision, words }: RehearsedTurn): Promise<RehearsedReply> {
  const text = textOf({ decision, words });
  return { decision, words, language: text ? await languageOfMessage(text, []) : null };
}
