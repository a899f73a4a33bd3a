import type { Static, TSchema } from 'typebox';

/**
 * One operation of the HTTP contract, used by the server (validation, serialization, OpenAPI) and by clients (types).
 * `path` is in Fastify's form (`/api/tags/:id`); `reply` maps each success status to the schema of its body.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** operationId: a verb phrase in camelCase, unique over the contract. */
  readonly operation: string;
  readonly summary: string;
  readonly tag: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** In place of `body`: what the handler reads and checks itself, by media type. For the OpenAPI document only. */
  readonly reads?: {
    readonly content: Readonly<Record<string, TSchema>>;
    readonly optional?: true;
    /** Of JSON and tables, where the usual limit is too low. */
    readonly bodyLimit?: number;
  };
  /**
   * The limit of costly calls, and its seconds: by an organization, or by one network where nobody is known, or by
   * each caller. At the default RATE_LIMIT_PER_MINUTE; in proportion to it otherwise.
   */
  readonly limit?: CostlyLimit;
  readonly reply: Readonly<Record<number, TSchema>>;
}

export interface CostlyLimit {
  readonly times: number;
  readonly seconds: number;
  readonly per?: 'caller';
  /** The most in 24 hours. */
  readonly daily?: number;
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part<E, K extends string> = E extends { readonly [key in K]: infer S extends TSchema } ? Static<S> : undefined;
export type ParamsOf<E extends Endpoint> = Part<E, 'params'>;
export type QueryOf<E extends Endpoint> = Part<E, 'query'>;
export type BodyOf<E extends Endpoint> = Part<E, 'body'>;
/** The body of any success answer of the endpoint. */
export type ReplyOf<E extends Endpoint> = Static<E['reply'][keyof E['reply']] & TSchema>;
