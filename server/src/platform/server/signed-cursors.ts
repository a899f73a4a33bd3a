import type { Endpoint } from '@desk/contract/endpoint';
import type { Desk } from '../desk.ts';
import type { Access, Handler } from './handler.ts';
import { badCursor } from '../http/page.ts';
import { hmac, sameBytes } from '../secrets/signatures.ts';

/**
 * Binds cursors to their list: each is signed for one path, order and organization (none for a public list), and is valid only
 * there. So a store may trust the types of a position, and a cursor from elsewhere is refused.
 */
export function withSignedCursors<E extends Endpoint, Caller>(
  desk: Desk,
  handler: Handler<E, Caller>,
  identify: Access<Caller>['identify'],
): Handler<E, Caller> {
  return async (call) => {
    const [path = ''] = call.request.url.split('?');
    const list = `${identify?.(call.scope).organizationId ?? ''} ${path} ${orderOf(call.query)}`;
    const result = await handler({ ...call, query: opened(desk, list, call.query) });
    if (!isPage(result)) return result;
    return { ...result, next_cursor: `${result.next_cursor}.${proof(desk, list, result.next_cursor)}` };
  };
}

export const isList = ({ method, query }: Endpoint): boolean =>
  method === 'GET' && query !== undefined && 'properties' in query && 'cursor' in (query.properties as object);

const orderOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'sort' in query ? String(query.sort) : '';

function opened<Query>(desk: Desk, list: string, query: Query): Query {
  if (typeof query !== 'object' || query === null || !('cursor' in query)) return query;
  const [position = '', given = ''] = String(query.cursor).split('.');
  if (!sameBytes(Buffer.from(given), Buffer.from(proof(desk, list, position)))) throw badCursor();
  return { ...query, cursor: position };
}

const proof = (desk: Desk, list: string, position: string) =>
  hmac('sha256', desk.config.SECRET_KEY, `cursor ${list} ${position}`).subarray(0, 12).toString('base64url');

const isPage = (result: unknown): result is { next_cursor: string } =>
  typeof result === 'object' && result !== null && 'next_cursor' in result && typeof result.next_cursor === 'string';
