import { rateMessage } from '@desk/contract/feedback';
import { member } from '../../access/index.ts';
import { viewFeedback } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { answered, created, route, type Route } from '../../platform/server/route.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { rateAnswer } from './rate-answer.actions.ts';

export const feedbackRoutes = (desk: Desk): Route[] => [
  route(rateMessage, member, ({ scope, params, body }) =>
    inScope(desk.db, scope, async (tx) => {
      const { feedback, isFirst } = await rateAnswer(desk, tx, scope, { ...params, wish: body });
      const location = `/api/conversations/${params.id}/messages/${params.message_id}`;
      return isFirst ? created(location, viewFeedback(feedback)) : answered(200, viewFeedback(feedback));
    }),
  ),
];
