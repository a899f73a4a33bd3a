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
import { countAtDoor } from './log/door-counts.ts';
import { maxEventBytes, maxMailBytes } from './port/limits.logic.ts';
import type { InboundRequest, Receipt } from './inbound/inbound-request.ts';
import type { Helpdesk } from './integrations/helpdesk.ts';
import { helpdesks } from './vendors.ts';

/** The caller proves itself by a signature over the body, which nothing can check before the body is here. */
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
        helpdesk,
        hasProof: (headers) => helpdesk.looksSigned(headers, desk.clock.now()),
        receive: (request) => helpdesk.receive(desk, inboundRequest(request)),
      }),
    ),
    inbound(contract.receiveMail, {
      bodyLimit: maxMailBytes,
      hasProof: (headers) => looksAuthenticMail(desk, headers),
      watch: arriving,
      receive: async (request) => (await arriving(request)).receive(bodyOf(request)),
    }),
  ];
}

interface WebhookIntake {
  bodyLimit: number;
  /** Absent for mail, which names its organization in what nobody has signed. */
  helpdesk?: Helpdesk;
  /** Whether the headers alone could belong to an authentic event: nothing of the body is taken else. */
  hasProof(headers: IncomingHttpHeaders): boolean;
  /** Looks at a large body while it arrives. What it proves is asked before it is taken into memory. */
  watch?(request: FastifyRequest): Promise<BodyWatch>;
  receive(request: FastifyRequest): Promise<Receipt>;
}

/** A route that gets the raw bytes of any content type: what is signed is bytes, and parsing would change them. */
function inbound(endpoint: Endpoint, { bodyLimit, helpdesk, hasProof, watch, receive }: WebhookIntake): Route {
  return {
    endpoint,
    access: signature,
    mount(app, desk) {
      app.register(async (scope) => {
        refuseStrangers(scope, desk, { endpoint, helpdesk, hasProof });
        takeRawBodies(scope, desk, { bodyLimit, watch });
        // Some vendors look whether the address answers before they save it.
        scope.get(endpoint.path, { schema: { hide: true } }, async () => ({}));
        scope.post(
          endpoint.path,
          { schema: schemaOf(endpoint, bodyLimit), config: { access: signature.name, reads: endpoint.reads } },
          async (request, reply) => {
            const refusing = () => countingStrangers(desk, { request, reply }, receive);
            const status = await durably(desk, endpoint, refusing);
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
    // Told before a byte of it is taken; a body that does not tell is counted as it comes.
    if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit);
    const watching = watch ? await watch(request).catch(askAgain) : null;
    return desk.bodies.takeOf(request, body, { limit: bodyLimit, watch: watching });
  });
}

// Who could have sent it stands in the database.
function askAgain(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw unavailable(sentence`The event could not be stored. Send it again.`);
}

interface Entrance extends Pick<WebhookIntake, 'hasProof'> {
  endpoint: Endpoint;
  helpdesk: Helpdesk | undefined;
}

function refuseStrangers(scope: FastifyInstance, desk: Desk, { endpoint, helpdesk, hasProof }: Entrance): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST' || hasProof(request.headers)) return;
    countInbound(channelOf(endpoint), 'refused');
    if (helpdesk) countUnsigned(desk, helpdesk, request);
    enforceLimit(reply, desk.limits.ofStranger(request.ip));
    // The body is still coming, and nobody will read it.
    reply.header('connection', 'close');
    throw unauthenticEvent();
  });
}

function countUnsigned(desk: Desk, helpdesk: Helpdesk, { params, headers }: FastifyRequest): void {
  const organization = organizationOf(params);
  const reason = helpdesk.unsignedBecause(headers);
  if (organization) countAtDoor(desk, { organization, channel: helpdesk.name, state: 'refused', reason });
}

// Only what was refused is counted: a vendor's events have a limit of their own.
async function countingStrangers(
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

// Anything but a kept event must make the vendor try again, and this answer is the one that all of them repeat.
async function durably(desk: Desk, endpoint: Endpoint, receive: () => Promise<Receipt>): Promise<Receipt> {
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
