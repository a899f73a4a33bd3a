import { randomUUID } from 'node:crypto';
import type { Route } from '../../src/platform/server/route.ts';
import type { IdKind } from './expectation.ts';
import type { Resources } from './resources.ts';

/** Maps path parameters to the resource that they name. A route that is not listed fails the test. */
const owners: [RegExp, (of: Resources) => { id: string }][] = [
  [/^\/api\/knowledge\/collections\/:id/, (of) => of.collection],
  [/^\/api\/knowledge\/documents\/:id\/questions\/:question_id/, (of) => of.question],
  [/^\/api\/knowledge\/documents\/:id\/chunks\/:chunk_id/, (of) => of.chunk],
  [/^\/api\/knowledge\/documents\/:id/, (of) => of.document],
  [/^\/api\/knowledge\/findings\/:id/, (of) => of.finding],
  [/^\/api\/conversations\/:id\/drafts\/:message_id/, (of) => of.draft],
  [/^\/api\/conversations\/:id\/messages\/:message_id\/original/, (of) => of.asked],
  [/^\/api\/conversations\/:id\/messages\/:message_id\/attachments\/:attachment_id/, (of) => of.sentFile],
  [/^\/api\/conversations\/:id\/messages\/:message_id/, (of) => of.draft],
  [/^\/api\/conversations\/:id/, (of) => of.conversation],
  [/^\/api\/customers\/:id/, (of) => of.customer],
  [/^\/api\/erasures\/:id/, (of) => of.erasure],
  [/^\/api\/channels\/email\/unroutable\/:id/, (of) => of.unroutable],
  [/^\/api\/dead-letters\/:id/, (of) => of.deadLetter],
  [/^\/api\/decisions\/:id/, (of) => of.decision],
  [/^\/api\/knowledge\/validation\/playground\/conversations\/:id\/messages\/:message_id/, (of) => of.rehearsed],
  [/^\/api\/knowledge\/validation\/playground\/conversations\/:id/, (of) => of.playground],
  [/^\/api\/knowledge\/validation\/suite\/cases\/:case_id/, (of) => of.suiteCase],
  [/^\/api\/knowledge\/validation\/runs\/:id\/results\/:case_id/, (of) => of.suiteCase],
  [/^\/api\/knowledge\/validation\/runs\/:id/, (of) => of.run],
  [/^\/api\/routing\/tags\/:id/, (of) => of.tag],
  [/^\/api\/routing\/destinations\/:id/, (of) => of.destination],
  [/^\/api\/routing\/rules\/:id/, (of) => of.rule],
  [/^\/api\/connectors\/:id\/calls\/:call_id/, (of) => of.call],
  [/^\/api\/audit-events\/:id/, (of) => of.change],
  [/^\/api\/connectors\/:id\/templates\/:template_id/, (of) => of.template],
  [/^\/api\/connectors\/:id/, (of) => of.connector],
  [/^\/api\/organizations\/me\/exports\/:id/, (of) => of.archive],
  [/^\/api\/workspaces\/:id/, (of) => of.workspace],
  [/^\/api\/members\/:id/, (of) => of.member],
  [/^\/api\/invitations\/:id/, (of) => of.invitation],
  [/^\/api\/api-keys\/:id/, (of) => of.key],
  [/^\/api\/webhook-endpoints\/:id\/deliveries\/:delivery_id/, (of) => of.webhookDelivery],
  [/^\/api\/webhook-endpoints\/:id/, (of) => of.webhook],
  [/^\/api\/auth\/me\/sessions\/:id/, () => ({ id: randomUUID() })],
  // Belongs to a person, not to an organization; nobody in the cast has one.
  [/^\/api\/auth\/me\/identities\/:id/, () => ({ id: randomUUID() })],
  [/^\/api\/channels\/email\/suppressions\/:id/, (of) => of.suppression],
  [/^\/api\/channels\/email\/domains\/:domain_id/, (of) => of.domain],
  [/^\/api\/integrations\/cloud-drive\/folders\/:folder_id/, (of) => of.folder],
];

/** Valid bodies for schemas that reject `{}`: an id is looked up only if the body is valid. */
const bodies: Record<string, object> = {
  reingestDocument: { text: 'Refunds take six days now.' },
  searchKnowledge: { query: 'How long do refunds take?' },
  createLearnedQuestion: { text: 'When is my money back?' },
  rateMessage: { rating: 'good' },
  mergeCustomers: { customer_id: randomUUID() },
  writeMessage: { kind: 'note', text: 'seen' },
  handOverConversation: { to: 'human' },
  writePlaygroundMessage: { text: 'How long do refunds take?' },
  addSuiteCase: { turns: [{ customer: 'How long do refunds take?' }] },
  loadCasePack: { pack: 'red-team' },
  // Valid, but selects no case: a run would change rows during the attempts.
  runSuite: { tags: ['nothing has this tag'] },
  rotateCredentials: { credentials: { token: 'another' } },
  createTemplate: { name: 'seen', method: 'GET', path: '/seen' },
  uploadOpenapiDocument: {
    document: '{"openapi":"3.0.0","paths":{"/a":{"get":{"responses":{}}}}}',
  },
  testTemplate: { mode: 'dry_run' },
  replayDecision: { against: 'recorded' },
  runAccountAction: { template_id: randomUUID(), mode: 'dry_run' },
  sendRoundTrip: { address: 'support@round.test' },
  announcePresence: { state: 'viewing' },
  replayWebhookEvents: { since: new Date().toISOString() },
};

/** Whether the path has ids. A revision (`:n`) is no id: every organization counts its own. */
export const hasIds = (route: Route): boolean => route.endpoint.path.replace(':n', '').includes(':');
export const isNested = (route: Route): boolean => route.endpoint.path.split(':').length > 2;
export const bodyOf = (route: Route): object | undefined =>
  bodies[route.endpoint.operation] ?? (route.endpoint.body ? {} : undefined);

/** The path with ids of this kind, taken from the resources of Birch and Cedar. */
export function pathOf(route: Route, kind: IdKind, { birch, cedar }: { birch: Resources; cedar: Resources }): string {
  // Both organizations have saved a suite, and neither has a policy of revision 0.
  const path = route.endpoint.path.replace('/versions/:n', '/versions/1').replace(/:n\b/, '0');
  const of = { birch, cedar }[kind as 'birch' | 'cedar'];
  if (kind === 'random') return path.replaceAll(/:\w+/g, () => randomUUID());
  if (kind === 'malformed') return path.replaceAll(/:\w+/g, 'not-an-id');
  if (kind === 'mixed') return filled(route, filledParent(path, cedar), birch);
  return of ? filled(route, filledParent(path, of), of) : path;
}

const filled = (route: Route, path: string, of: Resources): string =>
  // A third level: the message that carries the file.
  path
    .replace(':message_id/attachments', `${of.carrier.id}/attachments`)
    .replace(/:\w+/, () => resourceOf(route, of).id);

// `/things/:id/parts/:part_id`: the last parameter names the part, the first one its parent.
function filledParent(path: string, of: Resources): string {
  const parent = /^(.*?\/:\w+)(.*:\w+.*)$/.exec(path);
  if (!parent?.[1]) return path;
  const named = owners.findLast(([pattern]) => pattern.test(parent[1] ?? ''));
  return parent[1].replace(/:\w+/, () => named?.[1](of).id ?? '') + parent[2];
}

function resourceOf(route: Route, of: Resources): { id: string } {
  const { path, operation } = route.endpoint;
  const named = owners.find(([pattern]) => pattern.test(path));
  if (!named) throw new Error(`Name what ${operation} (${path}) is about in server/test/isolation/requests.ts.`);
  return named[1](of);
}
