import type { Desk } from '../platform/desk.ts';
import { languageOfMessage } from '../platform/text/message-language.ts';
import { stopwatch } from '../platform/process/stopwatch.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { draftAnswer, type AnswerDraft } from '../knowledge/index.ts';
import { decideBeforeAnswer, decideWithAnswer, type Ruling } from '../routing/index.ts';
import { conclude, type Considered, type Thinking } from './turn/conclude.ts';
import { answerFacts, collectFacts, limitsOf } from './turn/facts.logic.ts';
import { recogniseTags } from './turn/recognise-tags.actions.ts';
import { readSignals } from './signals/signals.logic.ts';
import type { Situation } from './turn/situation.actions.ts';
import { wordAnswer, type Worded } from './turn/word-answer.actions.ts';

/**
 * Decides about a situation: reads signals, asks the policy, drafts an answer where one is wanted, asks the policy
 * again. Read-only and repeatable: the same situation and knowledge give the same decision with the same hash, so that
 * validation rehearses exactly what runs. A language model is asked last, when all is decided, and only for words.
 */
export async function consider(desk: Desk, scope: OrganizationScope, situation: Situation): Promise<Considered> {
  const watch = stopwatch();
  const thinking = await understand(desk, scope, situation);
  const terms = { policy: situation.policy, limits: limitsOf(situation.settings, situation.mode) };
  const facts = collectFacts({ ...situation, ...thinking });
  const first = decideBeforeAnswer(terms, facts);
  watch.end('understand');
  if (first.kind === 'final')
    return conclude(desk, thinking, { ruling: first.ruling, draft: null, worded: null, timings: watch.steps });

  const draft = await draftAnswer(desk, scope, {
    question: situation.question,
    history: situation.history,
    language: thinking.language,
    embedding: thinking.recognised.embedding,
    ...(first.stage.effects.collectionIds ? { collectionIds: first.stage.effects.collectionIds } : {}),
  });
  watch.end('draft');
  const ruling = decideWithAnswer(terms, facts, first.stage, answerFacts(draft));

  const worded = await wordsOfItsOwn(desk, thinking, { ruling, draft });
  if (worded) watch.end('word');
  return conclude(desk, thinking, { ruling, draft, worded, timings: watch.steps });
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

/** Null where no answer is given, or where no language model is there to ask. */
async function wordsOfItsOwn(
  desk: Desk,
  { situation, language }: Thinking,
  { ruling, draft }: { ruling: Ruling; draft: AnswerDraft | null },
): Promise<Worded | null> {
  const says = ruling.outcome === 'answer' || ruling.kept === 'answer';
  if (!desk.languageModel || !draft || !says) return null;
  return wordAnswer(desk, desk.languageModel, { draft, situation, language });
}
