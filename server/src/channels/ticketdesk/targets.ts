import { idText, list, object, text } from '../port/json.logic.ts';
import { refusalOf, type Refusal, type Seat } from '../outbound/vendor-account.ts';
import { ask } from '../outbound/vendor-http.ts';
import { authorizationOf } from './authorization.logic.ts';
import type { TicketdeskAccess } from './client.ts';

const paths = {
  groups: '/api/v2/groups?page%5Bsize%5D=100',
  users: '/api/v2/users?role%5B%5D=agent&role%5B%5D=admin&page%5Bsize%5D=100',
};
// A thousand of each: with more, the id is typed.
const mostPages = 10;

/** The groups or the agents of the account, over the vendor's pages. */
export async function listTicketdeskTargets(
  { egress, baseUrl, token }: Pick<TicketdeskAccess, 'egress' | 'baseUrl' | 'token'>,
  what: keyof typeof paths,
): Promise<{ kind: 'targets'; targets: Seat[] } | Refusal> {
  const targets: Seat[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const after = cursor === null ? '' : `&page%5Bafter%5D=${encodeURIComponent(cursor)}`;
    const headers = { authorization: authorizationOf(token) };
    const answer = await ask(egress, { method: 'GET', url: `${baseUrl}${paths[what]}${after}`, headers });
    if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
    const body = object(answer.body);
    for (const each of list(body[what]).map(object)) {
      const id = idText(each['id']);
      if (id && each['active'] !== false && each['deleted'] !== true) targets.push({ id, name: text(each['name']) });
    }
    const meta = object(body['meta']);
    cursor = meta['has_more'] === true ? text(meta['after_cursor']) : null;
    if (cursor === null) break;
  }
  return { kind: 'targets', targets };
}
