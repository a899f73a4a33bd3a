import { humanOnlyKinds, type HumanOnly } from '@desk/contract/decisions';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { asksTheWay } from './asks-the-way.logic.ts';
import trained from './learned/human-only.json' with { type: 'json' };
import { chancesOf, featuresWithEnds, readWeights } from '../../platform/text/learned/softmax.logic.ts';
import { normalize } from './text.logic.ts';

/** The kinds of `humanOnlyKinds` in order; the last class is "the AI may try". */
export const classes = humanOnlyKinds.length + 1;

const shipped = readWeights(trained, classes);

/**
 * Returns why only a person may handle the text; null if the AI may try: the customer asks us to act on their account or order, or about
 * their own case, or reports a wrong charge, fraud, law, danger or death. Learned from `learned/examples/` by
 * server/bench/train-signals.ts. Tested before retrieval, because the confidence of an answer does not show it.
 */
export function humanOnly(text: string): HumanOnly | null {
  const folded = normalize(text);
  const whole = likeliest(folded);
  if (!whole) return null;
  return whole.chance >= leastFor(whole.kind, text) ? whole.kind : reportIn(sentencesOf(folded));
}

/**
 * A customer who asks how to do something usually needs no person. But one who reports something may also ask what to do, and
 * missing a danger is the worst mistake.
 */
function leastFor(kind: HumanOnly, text: string): number {
  const asks = asksTheWay(text);
  if (kind === 'safety' && !asks) return trained.threshold_of_danger;
  return asks && !reported.has(kind) ? trained.threshold_beside_how : trained.threshold;
}

/**
 * A report next to a question is still a report: "The plug burned. How do refunds work?" A wish next to a question is part of the
 * question.
 */
function reportIn(sentences: readonly string[]): HumanOnly | null {
  if (sentences.length < 2) return null;
  const statements = sentences.filter((sentence) => !sentence.endsWith('?'));
  const reports = statements.map(likeliest).filter((found) => found !== null && reported.has(found.kind));
  return reports.find((found) => found && found.chance >= trained.threshold_of_sentence)?.kind ?? null;
}

const reported: ReadonlySet<HumanOnly> = new Set(['safety', 'fraud', 'bereavement', 'legal', 'wrong_charge']);

/** The likeliest kind of a folded text, and the chance that it needs a person for any reason; null for no words. */
function likeliest(folded: string): { kind: HumanOnly; chance: number } | null {
  const features = featuresWithEnds(folded);
  if (features.length === 0) return null;
  const chances = chancesOf(shipped, features);
  const chanceOf = (kind: HumanOnly) => chances[humanOnlyKinds.indexOf(kind)] ?? 0;
  const kind = humanOnlyKinds.reduce((best, each) => (chanceOf(each) > chanceOf(best) ? each : best));
  return { kind, chance: 1 - (chances[classes - 1] ?? 1) };
}
