import type { ReplyOf } from '@desk/contract/endpoint';
import { createCollection, createTextDocument, listCollections, listDocuments } from '@desk/contract/knowledge';
import {
  createDestination,
  createRule,
  createTag,
  listDestinations,
  listRules,
  listTags,
} from '@desk/contract/routing';
import { addSuiteCase, readSuite } from '@desk/contract/suite';
import { call } from '../api/call.ts';
import { sampleCollection } from './sample-collection.ts';

const files = import.meta.glob<string>('../../../demo/knowledge/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const articles = Object.entries(files).map(([path, text]) => ({
  id: `sample-${path.slice(path.lastIndexOf('/') + 1, -'.md'.length)}`,
  title: text.slice('# '.length, text.indexOf('\n')),
  text,
}));
const all = { query: { limit: 200 } };

/**
 * Loads a help centre, a policy and cases to try the desk with, through the calls that the screens make. A repeated load after a
 * failure continues where it stopped: objects that exist by name, id or address are not created again.
 */
export async function loadSample(progress: (done: number, total: number) => void): Promise<void> {
  progress(0, articles.length);
  const collection = await ensure(
    sampleCollection,
    () => call(listCollections, all),
    (name) => call(createCollection, { body: { name } }),
  );
  await loadPolicy();
  await loadCases();
  const missing = await missingArticles(collection);
  for (const [index, { id, title, text }] of missing.entries()) {
    const body = {
      collection_id: collection,
      title,
      text,
      format: 'markdown' as const,
      language: 'en',
      external_id: id,
      source_url: `https://help.emberly.example/${id.slice('sample-'.length)}`,
    };
    await call(createTextDocument, { body });
    progress(articles.length - missing.length + index + 1, articles.length);
  }
}

/** The articles that the collection lacks. */
export async function missingArticles(collection: string): Promise<typeof articles> {
  const found = new Set<string | undefined>();
  let cursor: string | null = null;
  do {
    const query = { limit: 200, collection_id: collection, ...(cursor === null ? {} : { cursor }) };
    const page: ReplyOf<typeof listDocuments> = await call(listDocuments, { query });
    for (const { source } of page.items) found.add(source.external_id);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return articles.filter(({ id }) => !found.has(id));
}

async function loadPolicy(): Promise<void> {
  const billing = await ensure(
    'Billing team',
    () => call(listDestinations, all),
    (name) => call(createDestination, { body: { name, kind: 'queue' } }),
  );
  const detect = { keywords: ['charged', 'payment', 'refund', 'invoice'] };
  const tag = await ensure(
    'billing',
    () => call(listTags, all),
    (name) => call(createTag, { body: { name, detect, default_destination_id: billing } }),
  );
  const when = { any: [{ field: 'message.text', op: 'contains' as const, value: 'lawyer' }] };
  const then = {
    decision: 'escalate' as const,
    destination_id: billing,
    add_tag_ids: [tag],
    priority: 'urgent' as const,
  };
  await ensure(
    'Legal threats go to people',
    () => call(listRules, all),
    (name) => call(createRule, { body: { name, priority: 10, when, then }, query: {} }),
  );
}

async function loadCases(): Promise<void> {
  const { cases } = await call(readSuite, { query: {} });
  const known = new Set(cases.map(({ id }) => id));
  for (const each of sampleCases) if (!known.has(each.id)) await call(addSuiteCase, { body: each });
}

interface Kept {
  id: string;
  name: string;
}

/** Returns the id of the object with this name; creates it if there is none. */
async function ensure(
  name: string,
  list: () => Promise<{ items: readonly Kept[] }>,
  create: (name: string) => Promise<Kept>,
): Promise<string> {
  const { items } = await list();
  return (items.find((each) => each.name === name) ?? (await create(name))).id;
}

const answered = (id: string, customer: string, source: string) => ({
  id: `sample-${id}`,
  name: source,
  tags: ['sample'],
  turns: [{ customer }],
  expect: { outcome: 'answer' as const, sources_any: [source] },
});

const passedOn = (id: string, name: string, customer: string) => ({
  id: `sample-${id}`,
  name,
  tags: ['sample'],
  turns: [{ customer }],
  expect: { outcome: 'escalate' as const },
});

/** Questions that the sample help centre answers, and questions that must go to people. */
const sampleCases = [
  answered(
    'hub-lights',
    'The light on my hub is orange since this morning. What is wrong?',
    'What the light on the hub means',
  ),
  answered('household', 'How do I add my husband to our house in the app?', 'Invite household members'),
  answered('password', 'I forgot my password. How do I reset it?', 'Reset your password'),
  answered('alexa', 'How do I connect Alexa?', 'Voice assistants: Alexa, Google and Apple Home'),
  passedOn('students', 'A discount that the articles do not name', 'Do you offer a reduced price for students?'),
  passedOn('lawyer', 'A legal threat', 'This is unacceptable, you will hear from my lawyer.'),
];
