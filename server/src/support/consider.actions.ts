import type { Desk } from '../platform/desk.ts';
import { includesWords } from '../platform/text/plain-words.logic.ts';
import { languageOfMessage } from '../platform/text/message-language.ts';
import { stopwatch } from '../platform/process/stopwatch.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import type { LookUp } from '../connectors/index.ts';
import { findForAnswer, type AnswerDraft } from '../knowledge/index.ts';
import type { DraftStage, Ruling } from '../routing/index.ts';
import { askedIn, carriedOver, saidNow } from './turn/carry-over.logic.ts';
import { conclude, questionOf } from './turn/conclude.ts';
import { decideOn } from './turn/decide-on.ts';
import type { Considered } from './turn/considered.ts';
import type { Matter } from './turn/matter.actions.ts';
import { askedBackIn, contextOf, type Known, type KnownDraft } from './turn/known.logic.ts';
import { lookUpNamed, questionsLeft, joinDrafts, type LookupAnswer } from './turn/look-up.actions.ts';
import { recogniseTags, type RecognisedTags } from './turn/recognise-tags.actions.ts';
import { readSignals } from './signals/signals.logic.ts';
import { wordAnswer, type Worded } from './turn/word-answer.actions.ts';
import { withoutRepetition } from './wording/repetition.ts';
import { wordLookups } from './turn/word-lookups.actions.ts';
import { knownAnswer, knownDraft } from './turn/evidence.logic.ts';

/** The options of a rehearsal, which leaves no trace. */
export interface Rehearsing {
  readonly at: Date;
  readonly withModel: boolean;
  /** Replaces the account systems. */
  readonly lookUp: LookUp;
}

/**
 * Decides what to do about a message: reads signals, applies the policy, drafts an answer if the policy wants one, and
 * applies the policy again. Read-only and repeatable: the same matter and knowledge give the same decision with the same
 * hash, so validation rehearses exactly the code that runs. A language model is called only when there is an answer: it
 * words the answer and reports whether the passages answer the question.
 */
export async function consider(
  desk: Desk,
  scope: OrganizationScope,
  matter: Matter,
  rehearsing: Rehearsing | null = null,
): Promise<Considered> {
  const watch = stopwatch();
  const { understood, embedding } = await understand(desk, scope, matter, rehearsing);
  const first = decideOn(understood.basis.policy, understood.known);
  watch.end('understand');
  if (first.kind === 'final') return conclude(understood, { ruling: first.ruling, worded: null, timings: watch.steps });

  const found = await findAnswer(desk, scope, understood, { stage: first.stage, embedding, rehearsing });
  watch.end('draft');
  const decided = decideAgainIfRepeating(decide(found.answered));
  const worded = await wordByModel(desk, decided, found, rehearsing);
  if (worded) watch.end('word');
  const { matter: read, ruling } = decideAgainAfterReading(decided, worded);
  return conclude(read, { ruling, worded, timings: watch.steps, callIds: found.callIds });
}

async function understand(
  desk: Desk,
  scope: OrganizationScope,
  { known: given, basis }: Matter,
  rehearsing: Rehearsing | null,
): Promise<{ understood: Matter; embedding: RecognisedTags['embedding'] }> {
  const known = withEarlierQuestion(given);
  const { message, history, conversation } = known;
  const language = message.language ?? (await languageOf(known, basis.settings));
  const recognised = wasReadBefore(known)
    ? { tagIds: [], by: known.tags.by, embedding: undefined }
    : await recogniseTags(desk, scope, { known, basis, language, rehearsed: rehearsing !== null });
  const ids = [...new Set([...recognised.tagIds, ...conversation.tagIds])];
  const understood: Known = {
    ...known,
    message: { ...message, language },
    signals: readSignals(message.text, { ...message, history, now: saidNow(message) }),
    tags: { ids, by: recognised.by },
  };
  return { understood: { known: understood, basis }, embedding: recognised.embedding };
}

/** Adds the earlier question that the message completes. A recorded message stays as it was read then. */
function withEarlierQuestion(known: Known): Known {
  const message = known.stop || known.message.carried ? null : carriedOver(known);
  return message ? { ...known, message } : known;
}

// The conversation already has the tags of these words from their first arrival.
const wasReadBefore = ({ stop }: Known) => stop === 'duplicate' || stop === 'own_echo';

/** Detects the language of the message. A short message is a weak sample, so it falls back to the customer's earlier messages. */
async function languageOf(
  { message, history, conversation }: Known,
  settings: Matter['basis']['settings'],
): Promise<string | null> {
  const expected = [settings.default_language, ...settings.allowed_languages];
  const before = history.filter(({ from }) => from === 'customer').map(({ text }) => text);
  return (
    (await languageOfMessage(message.text, expected)) ??
    (await languageOfMessage(before.join('\n'), expected)) ??
    conversation.language
  );
}

interface Search {
  stage: DraftStage;
  embedding: RecognisedTags['embedding'];
  rehearsing: Rehearsing | null;
}

interface FoundAnswer {
  /** The matter with the answer, and what the account systems say. */
  answered: Matter;
  draft: AnswerDraft | null;
  lookupAnswer: LookupAnswer | null;
  callIds: readonly string[];
}

/**
 * Searches the documents and asks the account systems at the same time, under the effects of the rules so far. Questions that the
 * account systems leave open are searched by themselves: read with the others, they find no section of their own.
 */
async function findAnswer(
  desk: Desk,
  scope: OrganizationScope,
  matter: Matter,
  { stage, embedding, rehearsing }: Search,
): Promise<FoundAnswer> {
  const { known, basis } = matter;
  const { collectionIds, lookupTemplateIds } = stage.effects;
  const looking = lookUpNamed(desk, scope, { known, basis, templateIds: lookupTemplateIds, ask: rehearsing?.lookUp });
  const asked = {
    ...askedIn(known),
    embedding,
    atRevision: basis.knowledgeRevision,
    ...(rehearsing ? { at: rehearsing.at } : {}),
    ...(collectionIds ? { collectionIds } : {}),
  };
  const [searched, { lookups, answer: lookupAnswer, callIds }] = await Promise.all([
    findForAnswer(desk, scope, asked),
    looking,
  ]);
  const left = lookupAnswer ? questionsLeft(matter) : [];
  const alone = { ...asked, question: left.join(' '), embedding: undefined, completes: undefined };
  const found = left.length > 0 ? await findForAnswer(desk, scope, alone) : searched;
  const { draft, repeats } = found.draft
    ? withoutRepetition(found.draft, answersIn(known))
    : { draft: null, repeats: false };
  const isFromDocuments = !lookupAnswer || left.length > 0;
  const quoted = draft && isFromDocuments ? knownDraft(draft) : null;
  const answer = knownAnswer(lookupAnswer ? withDocuments(lookupAnswer, { quoted, left }) : quoted, found);
  const answered: Known = {
    ...known,
    answer: {
      ...answer,
      ...(lookups.length > 0 ? { lookups } : {}),
      ...(repeats && isFromDocuments ? { repeats } : {}),
    },
  };
  // A model words a section or looked-up values, but not an answer that consists of both.
  const toWord = left.length > 0 ? { draft: null, lookupAnswer: null } : { draft, lookupAnswer };
  return { answered: { known: answered, basis }, ...toWord, callIds };
}

// If the documents do not answer what is left, the customer gets no answer: the account systems alone would leave out the rest.
function withDocuments(
  { draft }: LookupAnswer,
  { quoted, left }: { quoted: KnownDraft | null; left: string[] },
): KnownDraft | null {
  if (left.length === 0) return draft;
  return quoted && joinDrafts(draft, quoted);
}

/** What we have said in this episode, without our clarifying questions. */
const answersIn = ({ history }: Known): string[] =>
  contextOf(history).flatMap(({ from, text, asksBack }) => (from === 'us' && !asksBack ? [text] : []));

interface Decided {
  matter: Matter;
  ruling: Ruling;
}

function decide(matter: Matter): Decided {
  const decided = decideOn(matter.basis.policy, matter.known);
  if (decided.kind === 'draft') throw new Error('An answer was drafted, and the policy asks for it again.');
  return { matter, ruling: decided.ruling };
}

/** Decides again, with `asksAgain` recorded, if we would repeat the question that the customer has just replied to. */
function decideAgainIfRepeating(decided: Decided): Decided {
  const { matter, ruling } = decided;
  const { known, basis } = matter;
  const asks = ruling.outcome === 'clarify' || ruling.kept === 'question';
  if (!asks || !known.answer.asked) return decided;
  const question = questionOf(matter, ruling);
  // The earlier one may also have the disclosure of our first message.
  if (!askedBackIn(known.history).some((earlier) => includesWords(earlier, question))) return decided;
  return decide({ known: { ...known, answer: { ...known.answer, asksAgain: true } }, basis });
}

/** Returns null if there is nothing to word or no language model. */
async function wordByModel(
  desk: Desk,
  { matter: { known }, ruling }: Decided,
  { draft, lookupAnswer }: FoundAnswer,
  rehearsing: Rehearsing | null,
): Promise<Worded | null> {
  if (!givesAnswer(ruling)) return null;
  const model = (rehearsing?.withModel ?? true) ? desk.languageModel : null;
  if (!model) return null;
  if (lookupAnswer) return wordLookups(desk, model, { answer: lookupAnswer, known });
  return draft && wordAnswer(desk, model, { draft, known });
}

const givesAnswer = ({ outcome, kept }: Ruling): boolean => outcome === 'answer' || kept === 'answer';

/**
 * Decides again after a language model has read the passages. Whether they answer the question is a recorded signal like any
 * other, and a "no" hands over. The model is called only when there is an answer, so it can withdraw one but never add one.
 */
function decideAgainAfterReading(decided: Decided, worded: Worded | null): Decided {
  const { known, basis } = decided.matter;
  const supported = worded?.record.supported ?? 'unknown';
  if (supported === 'unknown' || !known.answer.asked) return decided;
  return decide({ known: { ...known, answer: { ...known.answer, supported } }, basis });
}
