import * as contract from '@desk/contract/channels';
import type { Endpoint } from '@desk/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Desk } from '../platform/desk.ts';
import { errorCode } from '../platform/database/database.ts';
import { AppError, unavailable, unsupportedMediaType } from '../platform/http/errors.ts';
import type { Access } from '../platform/server/handler.ts';
import { countInbound } from '../platform/process/counters.ts';
import { problemReply, type Route } from '../platform/server/route.ts';
import { receiveMailWebhook } from './email/webhook.actions.ts';
import { maxEventBytes, maxMailBytes } from './port/limits.logic.ts';
import type { InboundRequest, Receipt } from './inbound/inbound-request.ts';
import { receiveChatdesk, receiveTicketdesk } from './webhooks.actions.ts';

/** The caller proves itself by a signature over the body, which nothing can check before the body is here. */
const signature: Access<null> = { name: 'signature', admit: async () => null };

export const webhookRoutes = (desk: Desk): Route[] => [
  inbound(contract.receiveChatdeskEvent, maxEventBytes, (request) => receiveChatdesk(desk, inboundRequest(request))),
  inbound(contract.receiveTicketdeskEvent, maxEventBytes, (request) =>
    receiveTicketdesk(desk, inboundRequest(request)),
  ),
  inbound(contract.receiveMail, maxMailBytes, (request) => receiveMailWebhook(desk, request.headers, bodyOf(request))),
];

type Receive = (request: FastifyRequest) => Promise<Receipt>;

/** A route that gets the raw bytes of any content type: what is signed is bytes, and parsing would change them. */
function inbound(endpoint: Endpoint, bodyLimit: number, receive: Receive): Route {
  return {
    endpoint,
    access: signature,
    mount(app, desk) {
      app.register(async (scope) => {
        takeRawBodies(scope, bodyLimit);
        // Some vendors look whether the address answers before they save it.
        scope.get(endpoint.path, { schema: { hide: true } }, async () => ({}));
        scope.post(
          endpoint.path,
          { schema: schemaOf(endpoint, bodyLimit), config: { access: signature.name, reads: endpoint.reads } },
          async (request, reply) => {
            const status = await durably(desk, endpoint, () => receive(request));
            return reply.code(status === 'accepted' ? 202 : 200).send({ status });
          },
        );
      });
    },
  };
}

function takeRawBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw unsupportedMediaType('Content-Encoding is not taken here.');
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
}

// Anything but a kept event must make the vendor try again, and this answer is the one that all of them repeat.
async function durably(desk: Desk, { path }: Endpoint, receive: () => Promise<Receipt>): Promise<Receipt> {
  const channel = path.split('/')[2] ?? '';
  try {
    const receipt = await receive();
    countInbound(channel, receipt);
    return receipt;
  } catch (error) {
    countInbound(channel, error instanceof AppError && error.status === 401 ? 'refused' : 'failed');
    if (error instanceof AppError) throw error;
    desk.log.error({ code: errorCode(error) }, 'an authentic event could not be stored');
    throw unavailable('The event could not be stored. Send it again.');
  }
}

const inboundRequest = (request: FastifyRequest): InboundRequest => ({
  organization: organizationOf(request.params),
  headers: request.headers,
  body: bodyOf(request),
});

const organizationOf = (params: unknown): string =>
  typeof params === 'object' && params !== null && 'organization_id' in params ? String(params.organization_id) : '';

const bodyOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));

const schemaOf = ({ operation, summary, tag, params, reply }: Endpoint, bodyLimit: number) => ({
  operationId: operation,
  summary,
  tags: [tag],
  security: [],
  'x-body-limit-bytes': bodyLimit,
  ...(params ? { params } : {}),
  response: { ...reply, default: problemReply },
});
