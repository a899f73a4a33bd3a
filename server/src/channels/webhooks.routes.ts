import * as contract from '@desk/contract/channels';
import type { Endpoint } from '@desk/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Desk } from '../platform/desk.ts';
import { errorCode } from '../platform/database/database.ts';
import { AppError, tooLarge, unauthenticEvent, unavailable, unsupportedMediaType } from '../platform/http/errors.ts';
import { sentence } from '../platform/words/sentence.logic.ts';
import type { BodyWatch } from '../platform/http/body-in-flight.ts';
import { enforceLimit } from '../platform/http/limits.ts';
import type { Access } from '../platform/server/handler.ts';
import { countInbound } from '../platform/process/counters.ts';
import { problemReply, type Route } from '../platform/server/route.ts';
import { arrivingMail, looksAuthenticMail, type ArrivingMail } from './email/webhook.actions.ts';
import { countRequest } from './log/request-counts.ts';
import { maxEventBytes, maxMailBytes } from './port/limits.logic.ts';
import type { InboundRequest, Receipt } from './inbound/inbound-request.ts';
import type { Helpdesk } from './integrations/helpdesk.ts';
import { helpdesks } from './vendors.ts';

/** The caller's proof is a signature over the body, so nothing can be checked before the body has arrived. */
const signature: Access<null> = { name: 'signature', admit: async () => null };

const eventsOf = { chatdesk: contract.receiveChatdeskEvent, ticketdesk: contract.receiveTicketdeskEvent } as const;

export function webhookRoutes(desk: Desk): Route[] {
  const mails = new WeakMap<FastifyRequest, ArrivingMail>();
  const arriving = async (request: FastifyRequest) => {
    const mail = mails.get(request) ?? (await arrivingMail(desk, request.headers));
    mails.set(request, mail);
    return mail;
  };
  return [
    ...Object.values(helpdesks).map((helpdesk) =>
      inbound(eventsOf[helpdesk.name], {
        bodyLimit: maxEventBytes,
        challenge: () => 'Signature',
        helpdesk,
        hasProof: (headers) => helpdesk.looksSigned(headers, desk.clock.now()),
        receive: (request) => helpdesk.receive(desk, inboundRequest(request)),
      }),
    ),
    inbound(contract.receiveMail, {
      bodyLimit: maxMailBytes,
      challenge: () => (desk.config.EMAIL_INBOUND_BASIC ? 'Signature, Basic realm="mail"' : 'Signature'),
      hasProof: (headers) => looksAuthenticMail(desk, headers),
      watch: arriving,
      receive: async (request) => (await arriving(request)).receive(bodyOf(request)),
    }),
  ];
}

interface WebhookIntake {
  bodyLimit: number;
  /** The proofs that the route accepts: the `WWW-Authenticate` of its 401, the same for every cause. */
  challenge(): string;
  /** Absent for mail: only its envelope names the organization, and the envelope is not signed. */
  helpdesk?: Helpdesk;
  /** Whether the headers alone could belong to an authentic event. If not, the body is not read. */
  hasProof(headers: IncomingHttpHeaders): boolean;
  /** Inspects a large body while it arrives, and decides before it is kept in memory whether it is wanted. */
  watch?(request: FastifyRequest): Promise<BodyWatch>;
  receive(request: FastifyRequest): Promise<Receipt>;
}

/** A route that gets the raw bytes of any content type: the signature covers bytes, and parsing would change them. */
function inbound(endpoint: Endpoint, intake: WebhookIntake): Route {
  const { bodyLimit, challenge, helpdesk, hasProof, watch, receive } = intake;
  return {
    endpoint,
    access: signature,
    mount(app, desk) {
      app.register(async (scope) => {
        scope.addHook('onSend', async (_request, reply) => {
          if (reply.statusCode === 401) reply.header('www-authenticate', challenge());
        });
        refuseUnproven(scope, desk, { endpoint, helpdesk, hasProof });
        takeRawBodies(scope, desk, { bodyLimit, watch });
        // Some vendors send a GET to the address before they save it.
        scope.get(endpoint.path, { schema: { hide: true } }, async () => ({}));
        scope.post(
          endpoint.path,
          { schema: schemaOf(endpoint, bodyLimit), config: { access: signature.name, reads: endpoint.reads } },
          async (request, reply) => {
            const receiveLimited = () => limitRefused(desk, { request, reply }, receive);
            const status = await countedReceipt(desk, endpoint, receiveLimited);
            return reply.code(status === 'accepted' ? 202 : 200).send({ status });
          },
        );
      });
    },
  };
}

function takeRawBodies(
  scope: FastifyInstance,
  desk: Desk,
  { bodyLimit, watch }: { bodyLimit: number; watch: WebhookIntake['watch'] | undefined },
): void {
  scope.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      throw unsupportedMediaType(sentence`Content-Encoding is not supported here.`);
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { bodyLimit }, async (request: FastifyRequest, body: AsyncIterable<Buffer>) => {
    // Check the declared length before reading anything; a body without one is counted as it arrives.
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
    const watching = watch ? await watch(request).catch(requestRetry) : null;
    return desk.bodies.takeOf(request, body, { limit: bodyLimit, watch: watching });
  });
}

// The look-up of possible signers needs the database: if it fails, the sender must retry.
function requestRetry(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw unavailable(sentence`The event could not be stored. Send it again.`);
}

interface Entrance extends Pick<WebhookIntake, 'hasProof'> {
  endpoint: Endpoint;
  helpdesk: Helpdesk | undefined;
}

function refuseUnproven(scope: FastifyInstance, desk: Desk, { endpoint, helpdesk, hasProof }: Entrance): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || hasProof(request.headers)) return;
    countInbound(channelOf(endpoint), 'refused');
    if (helpdesk) countUnsigned(desk, helpdesk, request);
    enforceLimit(reply, desk.limits.ofStranger(request.ip));
    // Nobody reads the rest of the body.
    reply.header('connection', 'close');
    throw unauthenticEvent();
  });
}

function countUnsigned(desk: Desk, helpdesk: Helpdesk, { params, headers }: FastifyRequest): void {
  const organization = organizationOf(params);
  const reason = helpdesk.unsignedBecause(headers);
  if (organization) countRequest(desk, { organization, channel: helpdesk.name, state: 'refused', reason });
}

// Count refused requests only: a vendor's authentic events have a limit of their own.
async function limitRefused(
  desk: Desk,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  receive: WebhookIntake['receive'],
): Promise<Receipt> {
  try {
    return await receive(request);
  } catch (error) {
    if (error instanceof AppError && error.status === 401) enforceLimit(reply, desk.limits.ofStranger(request.ip));
    throw error;
  }
}

// Unless the event is stored, the vendor must retry: 503 is the answer after which all vendors do.
async function countedReceipt(desk: Desk, endpoint: Endpoint, receive: () => Promise<Receipt>): Promise<Receipt> {
  const channel = channelOf(endpoint);
  try {
    const receipt = await receive();
    countInbound(channel, receipt);
    return receipt;
  } catch (error) {
    countInbound(channel, error instanceof AppError && error.status === 401 ? 'refused' : 'failed');
    if (error instanceof AppError) throw error;
    desk.log.error({ code: errorCode(error) }, 'an authentic event could not be stored');
    throw unavailable(sentence`The event could not be stored. Send it again.`);
  }
}

const channelOf = ({ path }: Endpoint): string => path.split('/')[2] ?? '';

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
