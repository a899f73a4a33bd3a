import {
  createLearnedQuestion,
  deleteLearnedQuestion,
  listDocumentQuestions,
  listLearnedQuestions,
  readLearnedQuestion,
  updateLearnedQuestion,
} from '@desk/contract/learned-questions';
import { member, workspaceAdmin } from '../../../access/index.ts';
import type { Desk } from '../../../platform/desk.ts';
import { created, route, type Route } from '../../../platform/server/route.ts';
import { pageOfDocumentQuestions, pageOfQuestions, showQuestion } from './learned-pages.actions.ts';
import { decide, forget, teach } from './teach.actions.ts';

export const learnedRoutes = (desk: Desk): Route[] => [
  route(listLearnedQuestions, member, ({ scope, query }) => pageOfQuestions(desk, scope, query)),
  route(listDocumentQuestions, member, ({ scope, params, query }) =>
    pageOfDocumentQuestions(desk, scope, params.id, query),
  ),
  route(createLearnedQuestion, workspaceAdmin, async ({ scope, params, body }) => {
    const question = await teach(desk, scope, { documentId: params.id, text: body.text });
    return created(`/api/knowledge/documents/${params.id}/questions/${question.id}`, question);
  }),
  route(readLearnedQuestion, member, ({ scope, params }) => showQuestion(desk, scope, idsOf(params))),
  route(updateLearnedQuestion, workspaceAdmin, ({ scope, params, body, expectedVersion }) =>
    decide(desk, scope, { ...idsOf(params), state: body.state, expectedVersion }),
  ),
  route(deleteLearnedQuestion, workspaceAdmin, async ({ scope, params, expectedVersion }) => {
    await forget(desk, scope, { ...idsOf(params), expectedVersion });
    return null;
  }),
];

const idsOf = ({ id: documentId, question_id: id }: { id: string; question_id: string }) => ({ documentId, id });
