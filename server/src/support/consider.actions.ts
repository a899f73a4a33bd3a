import type { Decision } from '@desk/contract/decisions';
import type { Desk } from '../platform/desk.ts';
import { languageOfMessage } from '../platform/language/message-language.ts';
import { sha256 } from '../platform/signatures.ts';
import type { Tokens } from '../platform/language-model/language-model.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { draftAnswer, type AnswerDraft } from '../knowledge/index.ts';
import { decideBeforeAnswer, decideWithAnswer, type Ruling } from '../routing/index.ts';
import { canonical } from './canonical.logic.ts';
import { asCitation, asEvidence } from './evidence.logic.ts';
import { answerFacts, collectFacts, limitsOf } from './facts.logic.ts';
import { handoverMessage, handoverNote } from './handover-words.logic.ts';
import { phrasesFor } from './phrases.ts';
import { readSignals, type Signals } from './signals.logic.ts';
import { promptVersion } from './prompts.logic.ts';
import { recogniseTags, type RecognisedTags } from './recognise-tags.actions.ts';
import { wordAnswer, type Worded } from './word-answer.actions.ts';
import { clarifyingWords, customerWords } from './words.logic.ts';
import type { Situation } from './situation.actions.ts';

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

interface Thinking {
  situation: Situation;
  signals: Signals;
  language: string | null;
  tagIds: string[];
  recognised: RecognisedTags;
}

/**
 * Decides about a situation: reads signals, asks the policy, drafts an answer where one is wanted, asks the policy
 * again. Read-only and repeatable: the same situation and knowledge give the same decision with the same hash, so that
 * validation rehearses exactly what runs. A language model is asked last, when all is decided, and only for words.
 */
export async function consider(desk: Desk, scope: OrganizationScope, situation: Situation): Promise<Considered> {
  const started = performance.now();
  const thinking = await understand(desk, scope, situation);
  const terms = { policy: situation.policy, limits: limitsOf(situation.settings, situation.mode) };
  const facts = collectFacts({ ...situation, ...thinking });
  const first = decideBeforeAnswer(terms, facts);
  const understood = performance.now();
  if (first.kind === 'final') {
    const timings = { understand: ms(started, understood) };
    return conclude(desk, thinking, { ruling: first.ruling, draft: null, worded: null, timings });
  }
  const draft = await draftAnswer(desk, scope, {
    question: situation.question,
    history: situation.history,
    language: thinking.language,
    meaning: thinking.recognised.meaning,
    ...(first.stage.effects.collectionIds ? { collectionIds: first.stage.effects.collectionIds } : {}),
  });
  const drafted = performance.now();
  const ruling = decideWithAnswer(terms, facts, first.stage, answerFacts(draft));
  const worded = await wordsOfItsOwn(desk, thinking, { ruling, draft });
  const timings = { understand: ms(started, understood), draft: ms(understood, drafted) };
  return conclude(desk, thinking, {
    ruling,
    draft,
    worded,
    timings: worded ? { ...timings, word: ms(drafted, performance.now()) } : timings,
  });
}

async function wordsOfItsOwn(
  desk: Desk,
  { situation, language }: Thinking,
  { ruling, draft }: Pick<Conclusion, 'ruling' | 'draft'>,
): Promise<Worded | null> {
  const says = ruling.outcome === 'answer' || ruling.outcome === 'draft';
  if (!desk.languageModel || !draft || !says) return null;
  return wordAnswer(desk, desk.languageModel, { draft, situation, language });
}

async function understand(desk: Desk, scope: OrganizationScope, situation: Situation): Promise<Thinking> {
  const language = await languageOf(situation);
  const recognised = await recogniseTags(desk, scope, situation, language);
  return {
    situation,
    signals: readSignals(situation.question, { history: situation.history }),
    language,
    tagIds: [...new Set([...recognised.tagIds, ...situation.conversation.tagIds])],
    recognised,
  };
}

/** A short message says little about its language; what the customer wrote before knows better. */
async function languageOf({ question, history, conversation, settings }: Situation): Promise<string | null> {
  const expected = [settings.default_language, ...settings.allowed_languages];
  const before = history.filter(({ from }) => from === 'customer').map(({ text }) => text);
  return (
    (await languageOfMessage(question, expected)) ??
    (await languageOfMessage(before.join('\n'), expected)) ??
    conversation.language
  );
}

interface Conclusion {
  ruling: Ruling;
  draft: AnswerDraft | null;
  /** Null where no language model was asked. */
  worded: Worded | null;
  timings: Record<string, number>;
}

function conclude(desk: Desk, thinking: Thinking, { ruling, draft, worded, timings }: Conclusion): Considered {
  const { situation, language } = thinking;
  const tagIds = [...new Set([...thinking.tagIds, ...ruling.addTagIds])];
  const said = worded?.answer ?? (draft && { ...draft, engine: 'extractive' as const });
  const words = wordsFor(thinking, { ruling, draft, said });
  const body = recordOf(desk, { ...thinking, tagIds }, { ruling, draft, words });
  const { question, subject, channel, history } = situation;
  // Over the section that the decision rests on, whoever words it: what a model says today or tomorrow decides nothing.
  const hash = sha256(canonical({ asked: { question, subject, channel, history }, body })).toString('hex');
  const decision = { ...body, ...(worded ? wordedRecord(body, worded) : {}), timings_ms: timings, hash };
  return { decision, ruling, language, tagIds, words, tokens: worded?.record.tokens ?? null };
}

type Body = Omit<Decision, 'hash' | 'timings_ms'>;

const wordedRecord = ({ snapshot }: Body, { answer, record }: Worded): Pick<Decision, 'answer' | 'snapshot'> => ({
  answer: { text: answer.text, citations: answer.citations.map(asCitation), engine: answer.engine },
  snapshot: { ...snapshot, wording: record },
});

interface Outcome {
  ruling: Ruling;
  draft: AnswerDraft | null;
  words: string | null;
}

// Everything that the hash covers; how long it took, and how the answer was worded, is not part of a decision.
function recordOf(desk: Desk, thinking: Thinking, { ruling, draft, words }: Outcome): Body {
  const { situation, signals, language, tagIds } = thinking;
  const tags = tagIds.flatMap((id) =>
    situation.policy.tags.filter((tag) => tag.id === id).map(({ name }) => ({ id, name })),
  );
  const { destination } = ruling;
  return {
    outcome: ruling.outcome,
    reason: ruling.reason,
    confidence: draft?.confidence ?? null,
    answer: draft ? { text: draft.text, citations: draft.citations.map(asCitation), engine: 'extractive' } : null,
    signals: { language, tags, sentiment: signals.sentiment, asks_for_human: signals.asksForHuman },
    rules: [...ruling.rules],
    destination: destination
      ? { id: destination.id, name: destination.name, kind: destination.kind, path: [...destination.path] }
      : null,
    handover:
      ruling.outcome === 'escalate' ? { message: words, note: noteFor(thinking, { ruling, draft, tags }) } : null,
    evidence: draft?.evidence.map(asEvidence) ?? [],
    lookups: [],
    snapshot: snapshotOf(desk, thinking),
    warnings: [...ruling.warnings],
  };
}

interface Saying {
  ruling: Ruling;
  draft: AnswerDraft | null;
  said: Pick<AnswerDraft, 'text' | 'citations'> | null;
}

function wordsFor({ situation, language }: Thinking, { ruling, draft, said }: Saying): string | null {
  const { settings, conversation } = situation;
  const phrases = phrasesFor(language, settings);
  const speaking = { settings, conversation, phrases };
  switch (ruling.outcome) {
    case 'answer':
    case 'draft':
      return said && customerWords(speaking, { text: said.text, citations: said.citations.map(asCitation) });
    case 'clarify':
      return ruling.message ?? clarifyingWords(speaking, draft?.options ?? []);
    case 'escalate':
      return ruling.speaks
        ? handoverMessage({ phrases, businessHours: situation.time.businessHours }, ruling) || null
        : null;
    case 'suppress':
      return null;
  }
}

interface NoteParts {
  ruling: Ruling;
  draft: AnswerDraft | null;
  tags: { name: string }[];
}

function noteFor({ situation, language }: Thinking, { ruling, draft, tags }: NoteParts): string {
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

const ms = (from: number, to: number) => Math.round((to - from) * 10) / 10;
