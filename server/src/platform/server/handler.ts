import type { BodyOf, Endpoint, FilledQueryOf, ParamsOf, ReplyOf } from '@desk/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Desk } from '../desk.ts';
import type { CallerIdentity } from '../http/identity.ts';
import type { ExpectedVersion } from '../http/errors.ts';

/** Who may call a route: declared with the route, checked before a byte of the body is read. */
export interface Access<Caller> {
  readonly name: 'anyone' | 'person' | 'member' | 'workspace_admin' | 'org_admin' | 'signature';
  /** Throws 401, 400 or 403. Returns the caller, which the handler gets as `scope`. */
  admit(desk: Desk, request: FastifyRequest): Promise<Caller>;
  /** Returns the caller's identity. Absent where callers have none. */
  identify?(caller: Caller): CallerIdentity;
}

/** The argument of a handler: the caller and the parts of the request, already validated by the endpoint's schemas. */
export interface Call<E extends Endpoint, Caller> {
  scope: Caller;
  params: ParamsOf<E>;
  query: FilledQueryOf<E>;
  body: BodyOf<E>;
  /** The versions named by If-Match; null when the header is absent or `*`. */
  expectedVersion: ExpectedVersion;
  request: FastifyRequest;
}

export type Handler<E extends Endpoint, Caller> = (
  call: Call<E, Caller>,
) => Promise<ReplyOf<E> | ReplyWithStatus<ReplyOf<E>> | Written<ReplyOf<E>> | undefined>;

/** Each value of a list becomes a header line of its own, as cookies need. */
export type AnswerHeaders = Record<string, string | string[]>;

/** An answer with its own status or headers. A plain answer uses the endpoint's first status. */
export class ReplyWithStatus<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: AnswerHeaders;
  constructor(status: number, body: Body, headers: AnswerHeaders = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** An answer that is already serialized, for large answers that change little between calls. It has no `version`. */
export class Written<Body> {
  readonly body: Body;
  readonly json: string;
  constructor(body: Body, write: (body: Body) => string) {
    this.body = body;
    this.json = write(body);
  }
}
