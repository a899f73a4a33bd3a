import { randomBytes } from 'node:crypto';
import type { Support } from '@desk/contract/decisions';
import type { AnswerCitation, AnswerDraft } from '../../knowledge/index.ts';
import { textReaderFor } from '../../knowledge/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { primaryLanguage } from '../../platform/text/language-tag.logic.ts';
import type { LanguageModel, Tokens, WritingFailure } from '../../platform/language-model/language-model.ts';
import { ground, type Grounded, type SourceSection } from '../wording/grounding.logic.ts';
import { promptOf, wordingSchema } from '../wording/prompts.logic.ts';
import { contextOf, type Known } from './known.logic.ts';
import { readWording, type Wording } from '../wording/wording.logic.ts';

export interface WordedAnswer {
  text: string;
  citations: AnswerCitation[];
  engine: 'extractive' | 'grounded' | 'lookup';
}

/** How an answer was worded. Stored with the decision, but not covered by its hash. */
export interface WordingRecord {
  engine: WordedAnswer['engine'];
  /** Why the section, or the looked-up values, are used unchanged; null if the model's words are used. */
  because: WritingFailure | 'unanswerable' | 'unsupported' | 'no_sections' | 'other_language' | 'no_time' | null;
  sentences: { kept: number; dropped: number };
  tokens: Tokens;
  /** Absent if the model did not report it, or was not asked about passages. */
  supported?: Support;
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
 * Words an answer that is given in any case with the language model, keeps the sentences that its sections support, and reports
 * whether the sections answer the question. If the model fails, the answer is the unchanged section.
 */
export async function wordAnswer(desk: Desk, model: LanguageModel, request: WordingRequest): Promise<Worded> {
  const { draft, known } = request;
  const sure = draft.sections.findIndex(({ chunkId }) => chunkId === draft.citations[0]?.chunkId);
  const withinMilliseconds = timeFor(desk, known);
  const obstacle = obstacleTo(request, sure, withinMilliseconds);
  if (obstacle) return quoted(draft, obstacle);
  const material = { known, sections: draft.sections, withinMilliseconds };
  const written = await askForWords(desk, model, material);
  const { tokens } = written;
  if (written.kind === 'failed')
    return quoted(draft, written.why, { tokens, ...(written.why === 'unanswerable' ? { supported: 'no' } : {}) });
  const grounded = ground(written.wording, draft.sections, { reading: textReaderFor(draft.language), sure });
  const sentences = { kept: grounded.kept, dropped: grounded.dropped };
  if (written.leaks || grounded.kind === 'too_little') return quoted(draft, 'unsupported', { tokens, sentences });
  const supported = grounded.dropped > 0 ? 'partly' : 'yes';
  return {
    answer: { text: grounded.text, citations: citationsOf(draft, grounded), engine: 'grounded' },
    record: { engine: 'grounded', because: null, sentences, tokens, supported },
  };
}

interface PromptMaterial {
  known: Known;
  sections: readonly SourceSection[];
  withinMilliseconds: number;
}

type ModelReply = { tokens: Tokens } & (
  | { kind: 'written'; wording: Wording; leaks: boolean }
  | { kind: 'failed'; why: WordingRecord['because'] }
);

/** Returns the model's words about the sections, still unchecked. `leaks`: the words reveal the prompt. */
export async function askForWords(
  desk: Desk,
  model: LanguageModel,
  { known: { message, history }, sections, withinMilliseconds }: PromptMaterial,
): Promise<ModelReply> {
  const fence = randomBytes(9).toString('base64url');
  const written = await model.write<Wording>({
    ...promptOf({ question: message.text, history: contextOf(history), language: message.language, sections, fence }),
    schema: wordingSchema,
    read: readWording,
    withinMilliseconds,
    mostTokens: desk.config.AI_TOKENS_PER_TURN,
  });
  const { tokens } = written;
  if (written.kind === 'failed') {
    desk.log.warn({ reason: written.why }, 'language model failed');
    return { kind: 'failed', why: written.why, tokens };
  }
  if (written.value.unanswerable) return { kind: 'failed', why: 'unanswerable', tokens };
  // A model that repeats the fence reveals its instructions.
  const leaks = JSON.stringify(written.value).includes(fence);
  return { kind: 'written', wording: written.value, leaks, tokens };
}

/** The time reserved for delivery, and for a handover if the delivery fails. */
const marginMilliseconds = 5_000;
export const shortestMilliseconds = 1_000;

/** The milliseconds that the model may take so that the answer is sent in time. */
export function timeFor(desk: Desk, { time: { answerBy } }: Known): number {
  const most = desk.config.AI_TIMEOUT_SECONDS * 1_000;
  if (!answerBy) return most;
  return Math.min(most, Date.parse(answerBy) - desk.clock.now().getTime() - marginMilliseconds);
}

function obstacleTo({ draft, known }: WordingRequest, sure: number, time: number): WordingRecord['because'] {
  // The confidence was measured for one section and means nothing without it.
  if (sure < 0) return 'no_sections';
  // Support for a sentence can be checked within one language only.
  const { language } = known.message;
  if (language !== null && primaryLanguage(language) !== primaryLanguage(draft.language)) return 'other_language';
  return time < shortestMilliseconds ? 'no_time' : null;
}

const quoted = (
  { text, citations }: AnswerDraft,
  because: WordingRecord['because'],
  spent: Partial<Pick<WordingRecord, 'tokens' | 'sentences' | 'supported'>> = {},
): Worded => ({
  answer: { text, citations, engine: 'extractive' },
  record: { engine: 'extractive', because, ...nothingSpent, ...spent },
});

export const nothingSpent = { sentences: { kept: 0, dropped: 0 }, tokens: { input: 0, output: 0 } };

const citationsOf = ({ sections }: AnswerDraft, { quotes }: Extract<Grounded, { kind: 'grounded' }>) =>
  quotes.flatMap(({ section, quote }): AnswerCitation[] => {
    const source = sections[section];
    if (!source) return [];
    const { documentId, version, chunkId, title, url } = source;
    return [{ documentId, version, chunkId, title, quote, url }];
  });
