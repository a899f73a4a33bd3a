import type { AnswerRefusal } from '../ui/data/refusals.ts';

/** A change that the publish gate refused: shows what it would break, and saves it anyway with an admin's reason. */
export const askAtGate: AnswerRefusal = async ({ regressions }, again) => {
  // Import the dialog only when it opens: it is rarely needed.
  const { openGate } = await import('./gate-dialog.tsx');
  openGate(regressions, (reason) => again({ gate_override: reason }));
};
