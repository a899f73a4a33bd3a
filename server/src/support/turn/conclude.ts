import type { Decision } from '@desk/contract/decisions';
import type { Desk } from '../../platform/desk.ts';
import type { Tokens } from '../../platform/language-model/language-model.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { AnswerDraft } from '../../knowledge/index.ts';
import type { Ruling } from '../../routing/index.ts';
import { canonical } from './canonical.logic.ts';
import { asCitation, asEvidence } from './evidence.logic.ts';
import { handoverMessage, handoverNote } from '../wording/handover-words.logic.ts';
import { phrasesFor } from '../wording/phrases.ts';
import { promptVersion } from '../wording/prompts.logic.ts';
import type { RecognisedTags } from './recognise-tags.actions.ts';
import type { Signals } from '../signals/signals.logic.ts';
import type { Situation } from './situation.actions.ts';
import type { Worded } from './word-answer.actions.ts';
import { clarifyingWords, customerWords } from '../wording/words.logic.ts';

/** What is to be done and why; nothing of it has happened. */
export interface Considered {
  decision: Decision;
  ruling: Ruling;
  language: string | null;
  /** What was detected in the message, then what was there, then what the rules add. */
  tagIds: string[];
  /** The words to the customer, in Markdown; null when nothing is said. */
  words: string | null;
  /** Tokens of the language model that it took, to be counted by whoever asked; null: it was not asked. */
  tokens: Tokens | null;
}

/** What was understood of a message before anything was decided. */
export interface Thinking {
  situation: Situation;
  signals: Signals;
  language: string | null;
  tagIds: string[];
  recognised: RecognisedTags;
}

/** What the policy rules, and the answer that was drafted for it; null: none was wanted, or nothing relevant is known. */
interface Ruled {
  ruling: Ruling;
  draft: AnswerDraft | null;
}

interface Conclusion extends Ruled {
  /** Null where no language model was asked. */
  worded: Worded | null;
  timings: Record<string, number>;
}

/** Makes words and a record out of what was thought. It decides nothing any more, and neither reads nor writes. */
export function conclude(desk: Desk, thinking: Thinking, { ruling, draft, worded, timings }: Conclusion): Considered {
  const { situation, language } = thinking;
  const tagIds = [...new Set([...thinking.tagIds, ...ruling.addTagIds])];
  const words = wordsFor(thinking, ruling, { said: worded?.answer ?? draft, options: draft?.options ?? [] });
  const body = bodyOf(desk, { ...thinking, tagIds }, { ruling, draft }, words);
  const { question, subject, channel, history } = situation;
  // Over the section that the decision rests on, whoever words it: what a model says today or tomorrow decides nothing.
  const hash = sha256(canonical({ asked: { question, subject, channel, history }, body })).toString('hex');
  const decision = { ...body, ...(worded ? wordedRecord(body, worded) : {}), timings_ms: timings, hash };
  return { decision, ruling, language, tagIds, words, tokens: worded?.record.tokens ?? null };
}

interface Sayable {
  said: Pick<AnswerDraft, 'text' | 'citations'> | null;
  /** The subjects that a question back may name. */
  options: readonly string[];
}

function wordsFor({ situation, language }: Thinking, ruling: Ruling, { said, options }: Sayable): string | null {
  const { settings, conversation } = situation;
  const phrases = phrasesFor(language, settings);
  const speaking = { settings, conversation, phrases };
  const answer = () => said && customerWords(speaking, { text: said.text, citations: said.citations.map(asCitation) });
  const question = () => ruling.message ?? clarifyingWords(speaking, options);
  switch (ruling.outcome) {
    case 'answer':
      return answer();
    case 'clarify':
      return question();
    case 'draft':
      return ruling.kept === 'question' ? question() : answer();
    case 'escalate':
      return ruling.speaks
        ? handoverMessage({ phrases, businessHours: situation.time.businessHours }, ruling) || null
        : null;
    case 'suppress':
      return null;
  }
}

type Body = Omit<Decision, 'hash' | 'timings_ms'>;

// Everything that the hash covers; how long it took, and how the answer was worded, is not part of a decision.
function bodyOf(desk: Desk, thinking: Thinking, { ruling, draft }: Ruled, words: string | null): Body {
  const { situation, signals, language, tagIds } = thinking;
  const tags = tagIds.flatMap((id) =>
    situation.policy.tags.filter((tag) => tag.id === id).map(({ name }) => ({ id, name })),
  );
  return {
    outcome: ruling.outcome,
    reason: ruling.reason,
    confidence: draft?.confidence ?? null,
    answer: draft ? { text: draft.text, citations: draft.citations.map(asCitation), engine: 'extractive' } : null,
    signals: { language, tags, sentiment: signals.sentiment, asks_for_human: signals.asksForHuman },
    rules: [...ruling.rules],
    destination: destinationOf(ruling),
    handover:
      ruling.outcome === 'escalate' ? { message: words, note: noteFor(thinking, { ruling, draft }, tags) } : null,
    evidence: draft?.evidence.map(asEvidence) ?? [],
    lookups: [],
    snapshot: snapshotOf(desk, thinking),
    warnings: [...ruling.warnings],
  };
}

function destinationOf({ destination }: Ruling): Body['destination'] {
  if (!destination) return null;
  const { id, name, kind, path } = destination;
  return { id, name, kind, path: [...path] };
}

function noteFor({ situation, language }: Thinking, { ruling, draft }: Ruled, tags: { name: string }[]): string {
  return handoverNote({
    asked: situation.question,
    subject: situation.subject,
    history: situation.history,
    customer: situation.customer,
    language,
    tagNames: tags.map((tag) => tag.name),
    reason: ruling.reason,
    ruleReason: ruling.ruleReason,
    found: draft?.evidence.slice(0, 3) ?? [],
    confidence: draft?.confidence.value ?? null,
  });
}

const snapshotOf = (
  { languageModel }: Desk,
  { situation: { settings, policy, knowledgeRevision }, recognised }: Thinking,
) => ({
  settings_version: settings.version,
  policy_revision: policy.revision,
  knowledge_revision: knowledgeRevision,
  engine: 'embedded-extractive-1',
  tags: recognised.by,
  prompt: languageModel ? promptVersion : null,
  model: languageModel?.name ?? null,
});

const wordedRecord = ({ snapshot }: Body, { answer, record }: Worded): Pick<Decision, 'answer' | 'snapshot'> => ({
  answer: { text: answer.text, citations: answer.citations.map(asCitation), engine: answer.engine },
  snapshot: { ...snapshot, wording: record },
});
