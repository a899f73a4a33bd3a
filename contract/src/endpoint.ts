import type { Static, TSchema } from 'typebox';

/**
 * An operation of the HTTP contract, used by the server (validation, serialization, OpenAPI) and by clients (types).
 * `path` is in Fastify's format (`/api/tags/:id`); `reply` maps each success status to the schema of its body.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The operationId: a verb phrase in camelCase, unique in the contract. */
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Used in place of `body` if the handler reads and checks the body itself: its schemas by media type, for the OpenAPI document. */
  readonly reads?: {
    readonly content: Readonly<Record<string, TSchema>>;
    readonly optional?: true;
    /** The limit for JSON and tables, if the usual one is too low. */
    readonly bodyLimit?: number;
  };
  /**
   * The limit of costly calls in a number of seconds: for each organization (anonymous calls: for each network), or for each
   * caller. It applies at the default RATE_LIMIT_PER_MINUTE, and changes in proportion to it.
   */
  readonly limit?: CostlyLimit;
  readonly reply: Readonly<Record<number, TSchema>>;
  /** For the OpenAPI document, if a 200 is not always JSON: its schemas by media type. */
  readonly sends?: Readonly<Record<string, TSchema>>;
}

export interface CostlyLimit {
  readonly times: number;
  readonly seconds: number;
  readonly per?: 'caller';
  /** The most calls in 24 hours. */
  readonly daily?: number;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part<E, K extends string> = E extends { readonly [key in K]: infer S extends TSchema } ? Static<S> : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
/** The query as a handler gets it: where a limit may be left out, its default is filled in. */
export type FilledQueryOf<E extends Endpoint> = WithLimit<QueryOf<E>>;
type WithLimit<Query> = 'limit' extends keyof Query ? Query & { limit: number } : Query;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
/** The body of any success answer of the endpoint. */
export type ReplyOf<E extends Endpoint> = Static<E['reply'][keyof E['reply']] & TSchema>;
