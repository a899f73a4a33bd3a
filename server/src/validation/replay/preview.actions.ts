import type { Decided, Flipped, Preview, PreviewRequest } from '@desk/contract/replay';
import { recentTurns } from '../../conversations/index.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { previewTurns, type Previewed } from '../../support/index.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';

type PreviewedRuling = Previewed['after'];

/** Returns the recent decisions that an unsaved change would flip. Throws 422 for an overlay that could not be saved. */
export async function preview(
  desk: Desk,
  scope: OrganizationScope,
  { overlay, last = 200, thresholds = false }: PreviewRequest,
): Promise<Preview> {
  const turns = await inScope(desk.db, scope, (tx) => recentTurns(tx, scope, last));
  const previewed = await previewTurns(desk, scope, { turns, overlay });
  return {
    considered: previewed.length,
    skipped: turns.length - previewed.length,
    flips: previewed.filter(({ before, after }) => isOther(before, after)).map(viewFlip),
    thresholds: thresholds
      ? {
          answer: grid.map((value) => ({ value, flips: flipsAt(previewed, (is) => ({ ...is, answer: value })) })),
          clarify: grid.map((value) => ({ value, flips: flipsAt(previewed, (is) => ({ ...is, clarify: value })) })),
        }
      : null,
  };
}

/** The values to try for a threshold: 0, 0.05 … 1. */
const grid = Array.from({ length: 21 }, (_, at) => at / 20);

type Thresholds = Previewed['thresholds'];

const flipsAt = (previewed: readonly Previewed[], moved: (is: Thresholds) => Thresholds) =>
  previewed.filter(({ at, thresholds, after }) => {
    const ruling = at(moved(thresholds));
    return ruling !== null && isOther(after, ruling);
  }).length;

const isOther = (one: PreviewedRuling, other: PreviewedRuling) =>
  one.outcome !== other.outcome || one.reason !== other.reason || one.destination?.id !== other.destination?.id;

const longestMessage = 200;

const viewFlip = (previewed: Previewed): Flipped => ({
  decision_id: previewed.turn.id,
  conversation_id: previewed.turn.conversation_id,
  created_at: previewed.turn.created_at.toISOString(),
  message: previewed.message.slice(0, longestMessage),
  before: viewRuling(previewed.before),
  after: viewRuling(previewed.after),
  why: whyOf(previewed),
});

const viewRuling = ({ outcome, reason, destination }: PreviewedRuling): Decided => ({
  outcome,
  reason,
  destination: destination && { id: destination.id, name: destination.name },
});

/** Returns the rules whose result changes or, if there are none, the confidence and the thresholds. */
function whyOf({ before, after, confidence, thresholds }: Previewed): string[] {
  const earlier = new Map(before.rules.map((rule) => [rule.rule_id, rule.result]));
  const changed = after.rules
    .filter((rule) => earlier.get(rule.rule_id) !== rule.result)
    .map(({ name, rule_id, result }) => nowAndThen(name, result, earlier.get(rule_id)));
  const now = new Set(after.rules.map((rule) => rule.rule_id));
  const gone = before.rules
    .filter((rule) => !now.has(rule.rule_id))
    .map(({ name }) => english`The rule "${name}" is not asked.`);
  if (changed.length + gone.length > 0 || confidence === null) return [...changed, ...gone];
  const { answer, clarify } = thresholds;
  return [english`The confidence is ${confidence.toFixed(3)}; an answer needs ${answer}, a question back ${clarify}.`];
}

const words = {
  matched: sentence`matched`,
  not_matched: sentence`not matched`,
  not_reached: sentence`not reached`,
} as const;

type Result = keyof typeof words;

const nowAndThen = (name: string, now: Result, then: Result | undefined) =>
  then
    ? english`The rule "${name}" is ${words[now]}; it was ${words[then]}.`
    : english`The rule "${name}" is ${words[now]}; it is new.`;
