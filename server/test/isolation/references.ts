import type { Route } from '../../src/platform/server/route.ts';
import type { Resources } from './resources.ts';

/** A place in a request where an id of the caller's organization belongs: in the query, or deep in the body. */
export interface Reference {
  route: Route;
  place: 'query' | 'body';
  path: string[];
  /** The field takes several. */
  many: boolean;
}

/** The resource whose id a field takes. Null: the field names nothing of ours. A field that is not listed fails the test. */
const named: Record<string, ((of: Resources) => { id: string }) | null> = {
  workspace_id: (of) => of.workspace,
  collection_id: (of) => of.collection,
  collection_ids: (of) => of.collection,
  document_id: (of) => of.document,
  destination_id: (of) => of.destination,
  attachment_ids: (of) => of.attachment,
  default_destination_id: (of) => of.destination,
  fallback_destination_id: (of) => of.destination,
  tag_id: (of) => of.tag,
  tag_ids: (of) => of.tag,
  add_tag_ids: (of) => of.tag,
  assignee_id: (of) => of.member.user,
  customer_id: (of) => of.conversation.customer,
  subject_id: (of) => of.tag,
  from_decision_id: (of) => of.decision,
  from_conversation_id: (of) => of.conversation,
  from_playground_message_id: (of) => of.rehearsed,
  baseline_run_id: (of) => of.run,
  lookup_template_ids: (of) => of.template,
  template_id: (of) => of.template,
  from_rated_message_id: (of) => of.draft,
  // The scene has no gap, because nobody has asked anything; tested in cases-are-drafted.test.ts.
  from_gap_id: null,
  // Ids in other systems.
  external_id: null,
  client_id: null,
  file_ids: null,
  folder_id: null,
  case_ids: null,
};

export const isReference = (field: string): boolean => /_ids?$/.test(field);

export function resourceNamed(field: string, of: Resources): { id: string } | null {
  const find = named[field];
  if (find === undefined) throw new Error(`Say in server/test/isolation/references.ts what ${field} names.`);
  return find === null ? null : find(of);
}

/** Every reference in the schemas of the contract. */
export const referencesOf = (route: Route): Reference[] => [
  ...fieldsOf(route.endpoint.query).map((found) => ({ route, place: 'query' as const, ...found })),
  ...(answersEach.has(route.endpoint.operation)
    ? []
    : fieldsOf(route.endpoint.body).map((found) => ({ route, place: 'body' as const, ...found }))),
];

/** Operations that return 200 with a code for each item; queue-views.test.ts tests them. */
const answersEach = new Set(['changeConversations']);

function fieldsOf(schema: unknown, above: string[] = []): { path: string[]; many: boolean }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, anyOf = [] } = schema as { properties?: Record<string, unknown>; anyOf?: unknown[] };
  const here = Object.entries(properties).flatMap(([name, member]) =>
    isReference(name) ? [{ path: [...above, name], many: name.endsWith('_ids') }] : fieldsOf(member, [...above, name]),
  );
  return [...here, ...anyOf.flatMap((member) => fieldsOf(member, above))];
}

/** The other members that the operation needs before it looks the id up. */
const rest: Record<string, Record<string, unknown>> = {
  createInvitation: { email: 'new@example.com', role: 'member' },
  updateMember: { role: 'member' },
  createTextDocument: { title: 'x', text: 'x' },
  addDriveDocuments: { file_ids: ['x'] },
  searchKnowledge: { query: 'How long do refunds take?' },
  handOverConversation: { to: 'human' },
  writeMessage: { kind: 'note', text: 'x' },
  createTag: { name: 'x' },
  createDestination: { name: 'x', kind: 'queue' },
  createRule: { name: 'x', when: {}, then: {} },
  simulateOutcome: { message: 'x' },
  replayDecision: { against: 'current' },
  runAccountAction: { mode: 'dry_run' },
};

export function bodyWith({ route, path, many }: Reference, id: string): object {
  const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), many ? [id] : id);
  return { ...rest[route.endpoint.operation], ...(value as object) };
}
