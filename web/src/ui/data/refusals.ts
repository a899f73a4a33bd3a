import { ApiError } from '../../api/api-error.ts';
import { toastProblem } from '../show/toast.tsx';

/** Answers a refusal by a dialog. `again` repeats the request with these additions to its query. */
export type AnswerRefusal = (error: ApiError, again: (query: Record<string, string>) => void) => Promise<void>;

const answers = new Map<string, AnswerRefusal>();

/**
 * Registers the dialogs by the code of the refusal. The composition calls it, because this kit does not know what the product
 * refuses.
 */
export function answerRefusals(byCode: Record<string, AnswerRefusal>): void {
  for (const [code, answer] of Object.entries(byCode)) answers.set(code, answer);
}

/** Opens the dialog of this refusal; false if it has none. */
export function openAnswer(error: ApiError, again: Parameters<AnswerRefusal>[1]): boolean {
  const answer = answers.get(error.code);
  // The dialog's code may fail to load. Without a message the change would look saved.
  answer?.(error, again).catch(() => toastProblem(new ApiError({ status: 0 }), () => void openAnswer(error, again)));
  return answer !== undefined;
}
