import { textReaderFor } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { LanguageModel } from '../../platform/language-model/language-model.ts';
import { primaryLanguage } from '../../platform/text/language-tag.logic.ts';
import { groundInLookups } from '../wording/lookup-grounding.logic.ts';
import type { Known } from './known.logic.ts';
import type { LookupAnswer } from './look-up.actions.ts';
import {
  askForWords,
  nothingSpent,
  shortestMilliseconds,
  timeFor,
  type Worded,
  type WordingRecord,
} from './word-answer.actions.ts';

/**
 * Words the looked-up values with the language model, and keeps only what they support. If the model fails or adds
 * anything, the answer is the organization's sentence or the list, unchanged.
 */
export async function wordLookups(
  desk: Desk,
  model: LanguageModel,
  { answer, known }: { answer: LookupAnswer; known: Known },
): Promise<Worded> {
  const { draft, texts } = answer;
  const unchanged = (because: WordingRecord['because'], spent: Partial<WordingRecord> = {}): Worded => ({
    answer: { text: draft.text, citations: [], engine: 'lookup' },
    record: { engine: 'lookup', because, ...nothingSpent, ...spent },
  });
  const { language } = known.message;
  if (language !== null && primaryLanguage(language) !== primaryLanguage(draft.language))
    return unchanged('other_language');
  const withinMilliseconds = timeFor(desk, known);
  if (withinMilliseconds < shortestMilliseconds) return unchanged('no_time');
  const sections = texts.map(({ title, text }) => ({ title, headingPath: [], text }));
  const written = await askForWords(desk, model, { known, sections, withinMilliseconds });
  const { tokens } = written;
  if (written.kind === 'failed') return unchanged(written.why, { tokens });
  const grounded = groundInLookups(written.wording, texts, textReaderFor(draft.language));
  const sentences = { kept: grounded.kept, dropped: grounded.dropped };
  if (written.leaks || grounded.kind === 'too_little') return unchanged('unsupported', { tokens, sentences });
  return {
    answer: { text: grounded.text, citations: [], engine: 'grounded' },
    record: { engine: 'grounded', because: null, sentences, tokens },
  };
}
