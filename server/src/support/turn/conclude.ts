import type { Decision } from '@desk/contract/decisions';
import { sha256 } from '../../platform/secrets/signatures.ts';
import type { Ruling } from '../../routing/index.ts';
import { handoverMessage, handoverNote } from '../wording/handover-words.logic.ts';
import { phrasesFor } from '../wording/phrases.ts';
import { clarifyingWords, customerWords, numberAsked, type Speaking } from '../wording/words.logic.ts';
import { canonicalJson } from '../../platform/canonical-json.logic.ts';
import type { Considered } from './considered.ts';
import { asCitation, asEvidence, asLookup } from './evidence.logic.ts';
import type { Matter } from './matter.actions.ts';
import { passagesIn, statedReasonForPeople, type Known, type KnownDraft } from './known.logic.ts';
import type { Worded } from './word-answer.actions.ts';

export interface Thought {
  readonly ruling: Ruling;
  /** Null if no language model was called. */
  readonly worded: Worded | null;
  readonly timings: Record<string, number>;
  /** The calls to account systems on which the decision is based. */
  readonly callIds?: readonly string[];
}

/** Builds the words to the customer and the record of the decision. Decides nothing, and neither reads nor writes the database. */
export function conclude(matter: Matter, { ruling, worded, timings, callIds = [] }: Thought): Considered {
  const { known } = matter;
  const tagIds = [...new Set([...known.tags.ids, ...ruling.addTagIds])];
  const words = wordsFor(matter, ruling, worded?.answer ?? draftOf(matter));
  const body = bodyOf(matter, ruling, { tagIds, words });
  const { message, channel, history } = known;
  // The hash covers the section on which the decision is based, not a model's wording of it, which may change from day to day.
  const asked = { question: message.text, subject: message.subject, channel, history };
  const hash = sha256(canonicalJson({ asked, body })).toString('hex');
  const decision = { ...body, ...(worded ? wordedRecord(body, worded) : {}), timings_ms: timings, hash };
  return { ...matter, ruling, tagIds, words, tokens: worded?.record.tokens ?? null, callIds, decision };
}

const draftOf = ({ known: { answer } }: Matter): KnownDraft | null => (answer.asked ? answer.draft : null);

function wordsFor(matter: Matter, ruling: Ruling, said: Pick<KnownDraft, 'text' | 'citations'> | null): string | null {
  const speaking = speakingIn(matter);
  const answer = () => said && customerWords(speaking, { text: said.text, citations: said.citations.map(asCitation) });
  switch (ruling.outcome) {
    case 'answer':
      return answer();
    case 'clarify':
      return questionOf(matter, ruling);
    case 'draft':
      return ruling.kept === 'question' ? questionOf(matter, ruling) : answer();
    case 'escalate': {
      const { businessHours } = matter.known.time;
      return ruling.speaks ? handoverMessage({ phrases: speaking.phrases, businessHours }, ruling) || null : null;
    }
    case 'suppress':
      return null;
  }
}

function speakingIn({ known, basis: { settings } }: Matter) {
  return { settings, conversation: known.conversation, phrases: phrasesFor(known.message.language, settings) };
}

/** The question to ask if the ruling is to ask back. */
export const questionOf = (matter: Matter, { message }: Ruling): string =>
  message ?? questionBack(speakingIn(matter), matter.known.answer);

// If a lookup lacks its number, ask for the number; otherwise let the customer choose between the competing subjects.
function questionBack(speaking: Speaking, answer: Known['answer']): string {
  const { draft = null, lookups = [] } = answer.asked ? answer : {};
  const lacksNumber = lookups.some(({ status }) => status === 'incomplete');
  return lacksNumber ? numberAsked(speaking) : clarifyingWords(speaking, draft?.options ?? []);
}

type Body = Omit<Decision, 'hash' | 'timings_ms'>;

// Everything that the hash covers. Timings and wording are not part of a decision.
function bodyOf(matter: Matter, ruling: Ruling, { tagIds, words }: Pick<Considered, 'tagIds' | 'words'>): Body {
  const { known, basis } = matter;
  const draft = draftOf(matter);
  const tags = tagIds.flatMap((id) =>
    basis.policy.tags.filter((tag) => tag.id === id).map(({ name }) => ({ id, name })),
  );
  const { sentiment, asksForHuman } = known.signals;
  const why = statedReasonForPeople(known);
  return {
    outcome: ruling.outcome,
    reason: ruling.reason,
    confidence: draft?.confidence ?? null,
    answer: draft
      ? { text: draft.text, citations: draft.citations.map(asCitation), engine: draft.engine ?? 'extractive' }
      : null,
    signals: {
      language: known.message.language,
      tags,
      sentiment,
      asks_for_human: asksForHuman,
      ...(why ? { human_only: why } : {}),
      ...supportIn(known),
    },
    ...(known.message.carried ? { carried_over: known.message.carried.question } : {}),
    rules: [...ruling.rules],
    destination: destinationOf(ruling),
    handover: ruling.outcome === 'escalate' ? { message: words, note: noteFor(matter, ruling, tags) } : null,
    evidence: passagesIn(matter.known).map(asEvidence),
    lookups: (known.answer.asked ? (known.answer.lookups ?? []) : []).map(asLookup),
    snapshot: snapshotOf(matter),
    warnings: [...ruling.warnings],
  };
}

const supportIn = ({ answer }: Known): Pick<Decision['signals'], 'answer_supported'> =>
  answer.asked && answer.supported ? { answer_supported: answer.supported } : {};

function destinationOf({ destination }: Ruling): Body['destination'] {
  if (!destination) return null;
  const { id, name, kind, path } = destination;
  return { id, name, kind, path: [...path] };
}

function noteFor(matter: Matter, ruling: Ruling, tags: { name: string }[]): string {
  const { message, history, customer, answer } = matter.known;
  const draft = draftOf(matter);
  return handoverNote({
    asked: message.text,
    subject: message.subject,
    files: message.attachments,
    history,
    disclosure: speakingIn(matter).phrases.disclosure,
    customer,
    language: message.language,
    tagNames: tags.map((tag) => tag.name),
    reason: ruling.reason,
    ruleReason: ruling.ruleReason,
    humanOnly: statedReasonForPeople(matter.known),
    found: passagesIn(matter.known).slice(0, 3),
    isRelevant: draft !== null,
    confidence: draft?.confidence.value ?? null,
    questions: (answer.asked && answer.questions) || [],
    lookups: (answer.asked && answer.lookups) || [],
  });
}

const snapshotOf = ({ known, basis }: Matter) => ({
  settings_version: basis.settings.version,
  policy_revision: basis.policy.revision,
  knowledge_revision: basis.knowledgeRevision,
  engine: 'embedded-extractive-1',
  tags: known.tags.by,
  prompt: basis.prompt,
  model: basis.model,
  ...(basis.overlay ? { overlay: basis.overlay } : {}),
});

function wordedRecord({ snapshot }: Body, { answer, record }: Worded): Pick<Decision, 'answer' | 'snapshot'> {
  const { supported: _isASignal, ...wording } = record;
  return {
    answer: { text: answer.text, citations: answer.citations.map(asCitation), engine: answer.engine },
    snapshot: { ...snapshot, wording },
  };
}
