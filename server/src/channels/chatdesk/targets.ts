import { idText, list, object, text } from '../port/json.logic.ts';
import { refusalOf, type Refusal, type Seat } from '../outbound/vendor-account.ts';
import { ask } from '../outbound/vendor-http.ts';
import type { ChatdeskAccess } from './client.ts';

/** The teams or the admins of the account. */
export async function listChatdeskTargets(
  { egress, apiUrl, token }: Pick<ChatdeskAccess, 'egress' | 'apiUrl' | 'token'>,
  what: 'teams' | 'admins',
): Promise<{ kind: 'targets'; targets: Seat[] } | Refusal> {
  const headers = { authorization: `Bearer ${token}`, 'intercom-version': '2.14' };
  const answer = await ask(egress, { method: 'GET', url: `${apiUrl}/${what}`, headers });
  if (answer.kind !== 'answered' || answer.status !== 200) return refusalOf(answer);
  const targets = list(object(answer.body)[what]).flatMap((each) => {
    const id = idText(object(each)['id']);
    return id ? [{ id, name: text(object(each)['name']) }] : [];
  });
  return { kind: 'targets', targets };
}
