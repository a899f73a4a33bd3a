import type { TestEventEndpoint } from '@desk/contract/channel-log';
import type { Channel } from '@desk/contract/conversations';
import type { FastifyInstance } from 'fastify';
import { workspaceAdmin } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { sendTestEvent, type MakeTestEvent, type Post } from './test-event.actions.ts';

/**
 * The route that tests a channel. It posts to the inbound route of the application that it is mounted in, with all of that route's
 * checks and limits; over the network it would test the operator's proxy, which may not let the service call itself.
 */
export function testEventRoute(
  desk: Desk,
  endpoint: TestEventEndpoint,
  of: { channel: Channel; make: MakeTestEvent },
): Route {
  let post: Post | null = null;
  const answering = route(endpoint, workspaceAdmin, ({ scope }) => {
    if (!post) throw new Error('The route is not mounted.');
    return sendTestEvent(desk, scope, { ...of, post });
  });
  return {
    ...answering,
    mount(app, mounted) {
      post = postWithin(app);
      answering.mount(app, mounted);
    },
  };
}

const postWithin =
  (app: FastifyInstance): Post =>
  async ({ path, headers, body }) => {
    const answer = await app.inject({ method: 'POST', url: path, headers, payload: body });
    if (answer.statusCode < 300) return { status: answer.statusCode, code: null };
    const problem: { code?: unknown } = answer.json();
    return { status: answer.statusCode, code: typeof problem.code === 'string' ? problem.code : null };
  };
