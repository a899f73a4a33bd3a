import { humanOnlyKinds, type HumanOnly } from '@desk/contract/decisions';
import { asksTheWay } from './person-only.logic.ts';
import { fold } from './text.logic.ts';
import trained from './learned/human-only.json' with { type: 'json' };
import { chancesOf, featuresOf, readWeights } from './learned/softmax.logic.ts';

/** The kinds of `humanOnlyKinds` in order; the last class is "the AI may try". */
export const classes = humanOnlyKinds.length + 1;

const shipped = readWeights(trained, classes);

/**
 * Returns why only a person may handle the text; null if the AI may try. Learned from `learned/examples/` by
 * server/bench/train-signals.ts.
 */
export function learnedHumanOnly(text: string): HumanOnly | null {
  const features = featuresOf(fold(text));
  // Of no words at all, all classes are equally likely: the first would be danger.
  if (features.length === 0) return null;
  const chances = chancesOf(shipped, features);
  const strongest = humanOnlyKinds.reduce((best, kind) =>
    chanceOf(chances, kind) > chanceOf(chances, best) ? kind : best,
  );
  // A question how to do something usually does not need a person; but in danger, people also ask what to do.
  const alone = strongest !== 'safety' && asksTheWay(text);
  const least = alone ? trained.threshold_beside_how : trained.threshold;
  return 1 - (chances[classes - 1] ?? 1) >= least ? strongest : null;
}

const chanceOf = (chances: readonly number[], kind: HumanOnly): number => chances[humanOnlyKinds.indexOf(kind)] ?? 0;
