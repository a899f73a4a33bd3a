import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@desk/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Desk } from '../desk.ts';
import type { CallerIdentity } from '../http/identity.ts';

/** Who may call: declared beside each route, checked before a byte of the body is read. */
export interface Access<Caller> {
  readonly name: 'anyone' | 'person' | 'member' | 'workspace_admin' | 'org_admin' | 'signature';
  /** Throws 401, 400 or 403; what it returns reaches the handler as `scope`. */
  admit(desk: Desk, request: FastifyRequest): Promise<Caller>;
  /** Who that is; absent where the caller is nobody in particular. */
  identify?(caller: Caller): CallerIdentity;
}

/** What a handler gets: the caller and the parts of the request, already valid by the endpoint's schemas. */
export interface Call<E extends Endpoint, Caller> {
  scope: Caller;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The version named by If-Match; null when the header is absent or `*`. */
  expectedVersion: number | null;
  request: FastifyRequest;
}

export type Handler<E extends Endpoint, Caller> = (
  call: Call<E, Caller>,
) => Promise<ReplyOf<E> | ReplyWithStatus<ReplyOf<E>> | Written<ReplyOf<E>> | undefined>;

/** Several values are several lines: each cookie has its own. */
export type AnswerHeaders = Record<string, string | string[]>;

/** An answer with a status or headers of its own; without it the endpoint's first status is used. */
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

/** An answer that is JSON already: for one that is large, and mostly what it was the last time. It has no `version`. */
export class Written<Body> {
  readonly body: Body;
  readonly json: string;
  constructor(body: Body, write: (body: Body) => string) {
    this.body = body;
    this.json = write(body);
  }
}
