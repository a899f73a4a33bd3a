import { Readable } from 'node:stream';
import { streamEvents } from '@desk/contract/live';
import { member } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { answered, route, type Route } from '../platform/server/route.ts';
import { openStream } from './streams.ts';

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // A proxy must neither compress nor buffer the stream.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // Close the connection with the stream, so that shutdown does not wait for another request on it.
  connection: 'close',
};

export const liveRoutes = (desk: Desk): Route[] => [
  route(streamEvents, member, async ({ scope, request }) => {
    // Fastify reads the answer to a HEAD request to its end, which a stream of news does not have.
    if (request.method === 'HEAD') return answered<unknown>(200, Readable.from([]), headers);
    return answered<unknown>(200, await openStream(desk, scope, request), headers);
  }),
];
