import { randomBytes } from 'node:crypto';
import type { AnswerCitation, AnswerDraft } from '../../knowledge/index.ts';
import { textReaderFor } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { primaryLanguage } from '../../platform/text/language-tag.logic.ts';
import type { LanguageModel, Tokens, WritingFailure } from '../../platform/language-model/language-model.ts';
import { ground, type Grounded } from '../wording/grounding.logic.ts';
import { promptOf, wordingSchema } from '../wording/prompts.logic.ts';
import type { Known } from './known.logic.ts';
import { readWording, type Wording } from '../wording/wording.logic.ts';

export interface WordedAnswer {
  text: string;
  citations: AnswerCitation[];
  engine: 'extractive' | 'grounded';
}

/** How an answer came to its words: kept with the decision, outside of what its hash covers. */
export interface WordingRecord {
  engine: WordedAnswer['engine'];
  /** Why the section is quoted instead; null when the model's words are used. */
  because: WritingFailure | 'unanswerable' | 'unsupported' | 'no_sections' | 'other_language' | 'no_time' | null;
  sentences: { kept: number; dropped: number };
  tokens: Tokens;
}

export interface Worded {
  answer: WordedAnswer;
  record: WordingRecord;
}

interface WordingRequest {
  draft: AnswerDraft;
  known: Known;
}

/**
 * Puts an answer that is given anyway into words of its own, with the language model, as far as its sections support each
 * sentence. Whatever the model says or fails to say, there is an answer: in doubt the section as it stands.
 */
export async function wordAnswer(desk: Desk, model: LanguageModel, asked: WordingRequest): Promise<Worded> {
  const { draft, known } = asked;
  const { message, history } = known;
  const sure = draft.sections.findIndex(({ chunkId }) => chunkId === draft.citations[0]?.chunkId);
  const withinMilliseconds = timeFor(desk, known);
  const obstacle = obstacleTo(asked, sure, withinMilliseconds);
  if (obstacle) return quoted(draft, obstacle);
  const fence = randomBytes(9).toString('base64url');
  const written = await model.write<Wording>({
    ...promptOf({ question: message.text, history, language: message.language, sections: draft.sections, fence }),
    schema: wordingSchema,
    read: readWording,
    withinMilliseconds,
    mostTokens: desk.config.AI_TOKENS_PER_TURN,
  });
  const { tokens } = written;
  if (written.kind === 'failed') {
    desk.log.warn({ reason: written.why }, 'language model failed');
    return quoted(draft, written.why, { tokens });
  }
  if (written.value.unanswerable) return quoted(draft, 'unanswerable', { tokens });
  const grounded = ground(written.value, draft.sections, { reading: textReaderFor(draft.language), sure });
  const sentences = { kept: grounded.kept, dropped: grounded.dropped };
  // A model that repeats the fence speaks of its instructions.
  const leaks = JSON.stringify(written.value).includes(fence);
  if (leaks || grounded.kind === 'too_little') return quoted(draft, 'unsupported', { tokens, sentences });
  return {
    answer: { text: grounded.text, citations: citationsOf(draft, grounded), engine: 'grounded' },
    record: { engine: 'grounded', because: null, sentences, tokens },
  };
}

/** What stays for delivering, and for handing over if that fails. */
const marginMilliseconds = 5_000;
const shortestMilliseconds = 1_000;

function timeFor(desk: Desk, { time: { answerBy } }: Known): number {
  const most = desk.config.AI_TIMEOUT_SECONDS * 1_000;
  if (!answerBy) return most;
  return Math.min(most, Date.parse(answerBy) - desk.clock.now().getTime() - marginMilliseconds);
}

function obstacleTo({ draft, known }: WordingRequest, sure: number, time: number): WordingRecord['because'] {
  // The confidence is that of one section: without it there is nothing to be confident of.
  if (sure < 0) return 'no_sections';
  // Whether a sentence is supported can be told within one language only.
  const { language } = known.message;
  if (language !== null && primaryLanguage(language) !== primaryLanguage(draft.language)) return 'other_language';
  return time < shortestMilliseconds ? 'no_time' : null;
}

const quoted = (
  { text, citations }: AnswerDraft,
  because: WordingRecord['because'],
  spent: Partial<Pick<WordingRecord, 'tokens' | 'sentences'>> = {},
): Worded => ({
  answer: { text, citations, engine: 'extractive' },
  record: { engine: 'extractive', because, ...nothingSpent, ...spent },
});

const nothingSpent = { sentences: { kept: 0, dropped: 0 }, tokens: { input: 0, output: 0 } };

const citationsOf = ({ sections }: AnswerDraft, { quotes }: Extract<Grounded, { kind: 'grounded' }>) =>
  quotes.flatMap(({ section, quote }): AnswerCitation[] => {
    const source = sections[section];
    if (!source) return [];
    const { documentId, version, chunkId, title, url } = source;
    return [{ documentId, version, chunkId, title, quote, url }];
  });
