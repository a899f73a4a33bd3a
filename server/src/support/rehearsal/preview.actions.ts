import { setImmediate as breathe } from 'node:timers/promises';
import type { Overlay } from '@desk/contract/simulation';
import type { RecordedTurn } from '../../conversations/index.ts';
import { draftAnswer } from '../../knowledge/index.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Ruling } from '../../routing/index.ts';
import { canonicalJson } from '../../platform/canonical-json.logic.ts';
import { decideOn } from '../turn/decide-on.ts';
import { knownDraft } from '../turn/evidence.logic.ts';
import { knownOf, type Basis } from '../turn/matter.actions.ts';
import { askedIn } from '../turn/carry-over.logic.ts';
import type { Known } from '../turn/known.logic.ts';
import { recogniseTags } from '../turn/recognise-tags.actions.ts';
import type { DeskTerms } from '../turn/terms.actions.ts';
import { onTerms } from './replay.actions.ts';
import { overlaidBasis } from './rehearsed-matter.ts';

type TurnOfConversation = RecordedTurn & { readonly conversation_id: string };

/** A recent decision, made again under the saved state and under the change. */
export interface Previewed {
  readonly turn: TurnOfConversation;
  readonly message: string;
  readonly before: Ruling;
  readonly after: Ruling;
  readonly confidence: number | null;
  /** The ruling at other thresholds; null if it would need an answer that was not drafted. */
  readonly at: (thresholds: { answer: number; clarify: number }) => Ruling | null;
  readonly thresholds: { readonly answer: number; readonly clarify: number };
}

/**
 * Decides recorded turns again under the overlay, from the facts known then. Uses the recorded answer. If the change wants another
 * answer, or none was recorded, drafts one from today's knowledge. As in every rehearsal, it makes no difference whether replies are
 * on. Stores nothing.
 */
export async function previewTurns(
  desk: Desk,
  scope: OrganizationScope,
  { turns, overlay }: { turns: readonly TurnOfConversation[]; overlay: Overlay | undefined },
): Promise<Previewed[]> {
  const { saved, changed, ready } = await inScope(desk.db, scope, async (tx) => {
    const { basis, ready: channels } = await overlaidBasis(desk, tx, scope, undefined);
    return { saved: basis, changed: (await overlaidBasis(desk, tx, scope, overlay)).basis, ready: channels };
  });
  const previewed: Previewed[] = [];
  for (const turn of turns) {
    const known = knownOf(turn);
    if (!known) continue;
    const recorded = { known, ready, drafted: turn.decided?.['collectionIds'] ?? null };
    const retag = overlay?.tags !== undefined;
    const before = await decidedUnder(desk, scope, { ...recorded, basis: saved, retag: false });
    // Reuse the answer that was drafted just now, if any.
    const drafted = { known: { ...known, answer: before.known.answer }, drafted: before.drafted };
    const after = await decidedUnder(desk, scope, { ...recorded, ...drafted, basis: changed, retag });
    previewed.push({
      turn,
      message: known.message.text,
      before: before.ruling,
      after: after.ruling,
      confidence: confidenceOf(after.known),
      thresholds: changed.settings.thresholds,
      at: (thresholds) => rulingAt(changed, after.known, thresholds),
    });
    await breathe();
  }
  return previewed;
}

interface ToDecide {
  known: Known;
  basis: Basis;
  ready: DeskTerms['ready'];
  retag: boolean;
  /** The collections from which the recorded answer was drafted; null means all. */
  drafted: unknown;
}

async function decidedUnder(desk: Desk, scope: OrganizationScope, { known, basis, ready, retag, drafted }: ToDecide) {
  const settled = withRepliesOn(onTerms(known, { settings: basis.settings, ready }), known.holds);
  const tagged = retag ? await tagsAgain(desk, scope, settled, basis) : settled;
  const first = decideOn(basis.policy, { ...tagged, answer: { asked: false } });
  if (first.kind === 'final') return { known: tagged, ruling: first.ruling, drafted };
  const wanted = first.stage.effects.collectionIds;
  const recorded = decideOn(basis.policy, tagged);
  if (recorded.kind === 'final' && canonicalJson(wanted) === canonicalJson(drafted))
    return { known: tagged, ruling: recorded.ruling, drafted };
  const informed = await withDraft(desk, scope, tagged, wanted);
  const second = decideOn(basis.policy, informed);
  if (second.kind === 'draft') throw new Error('An answer was drafted, and the policy asks for it again.');
  return { known: informed, ruling: second.ruling, drafted: wanted };
}

// While replies are off, people own every conversation from its beginning, so `owner_human` does not mean that a person took over.
function withRepliesOn(known: Known, recorded: Known['holds']): Known {
  const ofDesk = ['auto_respond_off', 'channel_not_ready'];
  const wasOff = recorded.some((each) => ofDesk.includes(each));
  const idle = wasOff ? [...ofDesk, 'owner_human'] : ofDesk;
  return { ...known, holds: known.holds.filter((each) => !idle.includes(each)) };
}

async function tagsAgain(desk: Desk, scope: OrganizationScope, known: Known, basis: Basis): Promise<Known> {
  const { language } = known.message;
  const { tagIds, by } = await recogniseTags(desk, scope, { known, basis, language, rehearsed: true });
  return { ...known, tags: { ids: [...new Set([...tagIds, ...known.conversation.tagIds])], by } };
}

async function withDraft(
  desk: Desk,
  scope: OrganizationScope,
  known: Known,
  collectionIds: readonly string[] | null,
): Promise<Known> {
  const asked = { ...askedIn(known), at: desk.clock.now() };
  const draft = await draftAnswer(desk, scope, { ...asked, ...(collectionIds ? { collectionIds } : {}) });
  return { ...known, answer: { asked: true, draft: draft && knownDraft(draft) } };
}

const confidenceOf = ({ answer }: Known): number | null =>
  answer.asked ? (answer.draft?.confidence.value ?? null) : null;

function rulingAt(basis: Basis, known: Known, thresholds: { answer: number; clarify: number }): Ruling | null {
  const decided = decideOn(basis.policy, { ...known, limits: { ...known.limits, thresholds } });
  return decided.kind === 'final' ? decided.ruling : null;
}
