import type { AnswerDraft } from '../../knowledge/index.ts';
import { includesWords, onlyWords } from '../../platform/text/plain-words.logic.ts';
import { renderText } from './render.ts';

interface Unrepeated {
  draft: AnswerDraft;
  /** Whether the draft has been said before and nothing shorter is left to say. */
  repeats: boolean;
}

/**
 * If we have said the draft before, as part of a message in plain text, shortens it to the sentence, item or row that the new
 * message is about. A customer who asks further is not helped by the same words again.
 */
export function withoutRepetition(draft: AnswerDraft, said: readonly string[]): Unrepeated {
  if (said.length === 0) return { draft, repeats: false };
  const whole = renderText(draft.text);
  if (!said.some((words) => includesWords(words, whole))) return { draft, repeats: false };
  const brief = renderText(draft.brief ?? '');
  const isPart = brief !== '' && onlyWords(brief) !== onlyWords(whole);
  const wasSaidAlone = said.some((words) => includesWords(words, brief) && !includesWords(words, whole));
  if (draft.brief === null || !isPart || wasSaidAlone) return { draft, repeats: true };
  return { draft: { ...draft, text: draft.brief, citations: draft.citations.slice(0, 1) }, repeats: false };
}
