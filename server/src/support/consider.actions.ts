import type { Desk } from '../platform/desk.ts';
import { languageOfMessage } from '../platform/text/message-language.ts';
import { stopwatch } from '../platform/process/stopwatch.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import type { LookUp } from '../connectors/index.ts';
import { draftAnswer, type AnswerDraft } from '../knowledge/index.ts';
import { conclude } from './turn/conclude.ts';
import { decideOn } from './turn/decide-on.ts';
import type { Considered } from './turn/decided.ts';
import type { Matter } from './turn/known.actions.ts';
import type { Known } from './turn/known.logic.ts';
import { lookUpNamed } from './turn/look-up.actions.ts';
import { recogniseTags, type RecognisedTags } from './turn/recognise-tags.actions.ts';
import { readSignals } from './signals/signals.logic.ts';
import { wordAnswer } from './turn/word-answer.actions.ts';
import { knownDraft } from './turn/evidence.logic.ts';

/** How a rehearsal considers: without a trace, at a time of its own, with or without a language model. */
export interface Rehearsing {
  readonly at: Date;
  readonly withModel: boolean;
  /** In place of account systems. */
  readonly lookUp: LookUp;
}

/**
 * Decides about what is known: reads signals, asks the policy, drafts an answer where one is wanted, asks the policy
 * again. Read-only and repeatable: the same matter and knowledge give the same decision with the same hash, so that
 * validation rehearses exactly what runs. A language model is asked last, when all is decided, and only for words.
 */
export async function consider(
  desk: Desk,
  scope: OrganizationScope,
  { known, basis }: Matter,
  rehearsing: Rehearsing | null = null,
): Promise<Considered> {
  const watch = stopwatch();
  const { understood, embedding } = await understand(desk, scope, { known, basis }, rehearsing);
  const first = decideOn(basis.policy, understood);
  watch.end('understand');
  if (first.kind === 'final')
    return conclude({ known: understood, basis }, { ruling: first.ruling, worded: null, timings: watch.steps });

  const { collectionIds, lookupTemplateIds } = first.stage.effects;
  const asking = { known: understood, basis, templateIds: lookupTemplateIds, ask: rehearsing?.lookUp };
  const looking = lookUpNamed(desk, scope, asking);
  const drafting = draftAnswer(desk, scope, {
    question: understood.message.text,
    history: understood.history,
    language: understood.message.language,
    embedding,
    atRevision: basis.knowledgeRevision,
    ...(rehearsing ? { at: rehearsing.at } : {}),
    ...(collectionIds ? { collectionIds } : {}),
  });
  const [draft, { lookups, draft: told, callIds }] = await Promise.all([drafting, looking]);
  watch.end('draft');
  const informed: Known = {
    ...understood,
    answer: { asked: true, draft: told ?? (draft && knownDraft(draft)), ...(lookups.length > 0 ? { lookups } : {}) },
  };
  const second = decideOn(basis.policy, informed);
  if (second.kind === 'draft') throw new Error('An answer was drafted, and the policy asks for it again.');
  const { ruling } = second;
  const says = ruling.outcome === 'answer' || ruling.kept === 'answer';
  const worded = says && draft && !told ? await wordsOfItsOwn(desk, { known: informed, draft, rehearsing }) : null;
  if (worded) watch.end('word');
  return conclude({ known: informed, basis }, { ruling, worded, timings: watch.steps, callIds });
}

async function understand(
  desk: Desk,
  scope: OrganizationScope,
  { known, basis }: Matter,
  rehearsing: Rehearsing | null,
): Promise<{ understood: Known; embedding: RecognisedTags['embedding'] }> {
  const { message, history, conversation } = known;
  const language = message.language ?? (await languageOf(known, basis.settings));
  const recognised = wasReadBefore(known)
    ? { tagIds: [], by: known.tags.by, embedding: undefined }
    : await recogniseTags(desk, scope, { known, basis, language, rehearsed: rehearsing !== null });
  const ids = [...new Set([...recognised.tagIds, ...conversation.tagIds])];
  const understood = {
    ...known,
    message: { ...message, language },
    signals: readSignals(message.text, { history }),
    tags: { ids, by: recognised.by },
  };
  return { understood, embedding: recognised.embedding };
}

// The tags of the conversation say what these words were about when they came first.
const wasReadBefore = ({ stop }: Known) => stop === 'duplicate' || stop === 'own_echo';

/** A short message says little about its language; what the customer wrote before knows better. */
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

/** Null where no language model is there to ask. */
const wordsOfItsOwn = (
  desk: Desk,
  { known, draft, rehearsing }: { known: Known; draft: AnswerDraft; rehearsing: Rehearsing | null },
) =>
  desk.languageModel && (rehearsing?.withModel ?? true) ? wordAnswer(desk, desk.languageModel, { draft, known }) : null;
