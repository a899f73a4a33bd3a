import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@desk/contract/endpoint';
import { UploadFields } from '@desk/contract/documents';
import fc from 'fast-check';
import { valuesOf, type Schema } from './values.ts';

export interface Sent {
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
}

export interface Place {
  /** The path, with parameters of existing things. */
  url: string;
  ids: readonly string[];
}

const json = { 'content-type': 'application/json' };

/** Requests that fit the schemas, at the given place or at one that does not exist. */
export function validRequests(endpoint: Endpoint, { url, ids }: Place): fc.Arbitrary<Sent> {
  const query = endpoint.query ? valuesOf(endpoint.query as Schema, ids) : fc.constant({});
  const path = fc.oneof({ weight: 4, arbitrary: fc.constant(url) }, { weight: 1, arbitrary: elsewhere(endpoint, ids) });
  return fc.tuple(path, query, bodies(endpoint, ids), conveniences).map(([at, asked, { payload, type }, headers]) => ({
    url: `${at}${queryText(asked as object)}`,
    payload,
    headers: { ...headers, ...type },
  }));
}

export const queryText = (query: object): string => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : '';
};

const bodies = (endpoint: Endpoint, ids: readonly string[]) => {
  if (endpoint.reads?.content['multipart/form-data'] && !endpoint.reads.optional)
    return valuesOf(UploadFields, ids).map((fields) => form(fields as object));
  if (endpoint.body)
    return valuesOf(endpoint.body as Schema, ids).map((body) => ({ payload: JSON.stringify(body), type: json }));
  return fc.constantFrom({ payload: undefined, type: {} }, { payload: '{}', type: json });
};

// Headers that any client may send. They must never cause an undeclared reply.
const conveniences: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  fc.constantFrom(
    { 'idempotency-key': 'the same' },
    { 'idempotency-key': '' },
    { 'if-match': '"1"' },
    { 'if-match': 'W/"1"' },
    { 'if-match': '"x"' },
    { 'if-none-match': '*' },
    { 'x-organization-id': randomUUID() },
    { 'x-workspace-id': 'x' },
    { 'x-request-id': 'a b' },
    { accept: 'text/html' },
    { 'x-forwarded-for': 'unknown' },
  ),
);

const elsewhere = (endpoint: Endpoint, ids: readonly string[]) => {
  const segment = fc.oneof(
    fc.constantFrom(...ids),
    fc.uuid(),
    fc.constantFrom('x', '%00', '%E0%A4%A', '..%2f', '%F0%9F%92%A9', 'a'.repeat(300)),
  );
  const parts = endpoint.path.split('/');
  return fc
    .tuple(...parts.map((part) => (part.startsWith(':') ? segment : fc.constant(part))))
    .map((each) => each.join('/'));
};

function form(fields: object) {
  const boundary = 'fuzz';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n# Birches\n\nThey grow.\r\n`;
  return {
    payload: `${parts.join('')}${file}--${boundary}--\r\n`,
    type: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Malformed bodies. */
export const brokenBodies: fc.Arbitrary<Pick<Sent, 'headers' | 'payload'>> = fc.oneof(
  fc
    .constantFrom(
      '{',
      '[]',
      'null',
      '"x"',
      '5',
      '{"a":',
      '\ufeff{}',
      '[[[[[[[[]]]]]]]]',
      '{"__proto__":{"a":1}}',
      '{"a":"\\u0000"}',
      '',
    )
    .map((payload) => ({ payload, headers: json })),
  fc.string().map((payload) => ({ payload, headers: json })),
  fc
    .constantFrom(
      'text/plain',
      'application/xml',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/json; charset=latin1',
      'x',
    )
    .map((type) => ({ payload: '{}', headers: { 'content-type': type } })),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ payload: JSON.stringify(value), headers: json })),
);
