import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { noConfidence } from './answer/confidence.logic.ts';
import { leastSure, lessSure, showSameSection, surer, together } from './answers-together.ts';
import { findForQuestion, type AnswerDraft, type CustomerQuestion, type FoundForAnswer } from './draft-answer.ts';
import { questionsIn, refersBack } from './question/questions-in-message.logic.ts';

/** Three sections are as much as a customer reads; a message that asks more is for people. */
const mostQuestions = 3;

/**
 * Finds the answer to a message. Each of its questions is searched by itself, as if the customer had asked them in succession, and
 * the answer is only as sure as the least sure of theirs: one that answers a part leaves the customer without the rest.
 */
export async function findForAnswer(
  desk: Desk,
  scope: OrganizationScope,
  asked: CustomerQuestion,
): Promise<FoundForAnswer> {
  const questions = questionsIn(asked.completes ?? asked.question, asked.language ?? 'en');
  if (questions.length < 2) return findForQuestion(desk, scope, asked);
  if (questions.length > mostQuestions) return unsure(await findForQuestion(desk, scope, asked));
  const find = (question: string, after: number) => {
    const before = questions.slice(0, after).map((text) => ({ from: 'customer' as const, text }));
    const history = [...asked.history, ...before];
    // The embedding at hand is that of the whole message.
    return findForQuestion(desk, scope, { ...asked, question, history, embedding: undefined });
  };
  const found: FoundForAnswer[] = [];
  const resolve = async (question: string, at: number) => {
    const inSuccession = await find(question, at);
    if (at === 0) return inSuccession;
    if (refersBack(question)) return surer(inSuccession, await find(`${questions[at - 1]} ${question}`, at - 1));
    // The words of an earlier question may be all that leads to its section once more.
    return found.some((earlier) => showSameSection(earlier, inSuccession))
      ? lessSure(inSuccession, await find(question, 0))
      : inSuccession;
  };
  for (const [at, question] of questions.entries()) found.push(await resolve(question, at));
  if (asked.completes === undefined) return together(found, questions);
  // We asked back about the least sure one.
  const at = leastSure(found);
  const completed = await find(`${questions[at]} ${asked.question.slice(asked.completes.length).trim()}`, at);
  return together(found.with(at, completed), questions);
}

const unsure = ({ draft, evidence }: FoundForAnswer): FoundForAnswer => ({
  draft: draft && { ...draft, confidence: noConfidence },
  evidence,
});

/** Returns null if nothing relevant is found. */
export const draftAnswer = async (
  desk: Desk,
  scope: OrganizationScope,
  asked: CustomerQuestion,
): Promise<AnswerDraft | null> => (await findForAnswer(desk, scope, asked)).draft;
