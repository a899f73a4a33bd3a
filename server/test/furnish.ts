import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { laneReady } from '../src/channels/index.ts';
import { turnDue } from '../src/conversations/index.ts';
import { subscribeKnowledge } from '../src/knowledge/index.ts';
import type { JobHandler } from '../src/platform/jobs/jobs.ts';
import { subscribeSupport } from '../src/support/index.ts';
import { eraseCopies } from '../src/validation/index.ts';
import { postmarkEvent } from './providers/mail/inbound.ts';
import { startServer, type TestServer } from './server.ts';
import type { Caller, World } from './world.ts';

const basic = 'postmark:pass';
const nowhere = 'http://127.0.0.1:9';

/** A server without vendors or jobs: nothing listens at its vendors' addresses, and no job runs. */
export const startFurnishable = () =>
  startServer({
    environment: {
      CHATDESK_API_URL: nowhere,
      CHATDESK_TOKEN_URL: nowhere,
      TICKETDESK_BASE_URL: nowhere,
      CLOUD_DRIVE_API_URL: nowhere,
      CLOUD_DRIVE_TOKEN_URL: `${nowhere}/token`,
      CLOUD_DRIVE_CLIENT_ID: 'client',
      CLOUD_DRIVE_CLIENT_SECRET: 'secret',
      EGRESS_ALLOW: '127.0.0.1',
      EMAIL_INBOUND_BASIC: basic,
      SMTP_URL: 'smtp://127.0.0.1:9',
      DNS_SERVERS: '127.0.0.1:9',
    },
  });

/** Creates three of each kind in Birch, so that every list has several pages of one item. */
export async function furnish(server: TestServer, { ada, wim }: World): Promise<void> {
  await ada.patches('/api/organizations/me/settings', { auto_respond_enabled: true, auto_respond_mode: 'draft' });
  const collection = await wim.posts('/api/knowledge/collections', { name: 'Help' });
  for (const number of [1, 2, 3]) {
    await wim.posts('/api/knowledge/collections', { name: `Collection ${number}` });
    const tag = await wim.posts('/api/routing/tags', { name: `Tag ${number}` });
    await wim.posts('/api/routing/destinations', { name: `Destination ${number}`, kind: 'queue' });
    const rule = { name: `Rule ${number}`, when: {}, then: { add_tag_ids: [tag.id] }, stop: false };
    await wim.posts('/api/routing/rules', rule);
    await wim.posts('/api/channels/email/domains', { domain: `birch-${number}.example` });
    const text = {
      collection_id: collection.id,
      title: `Article ${number}`,
      text: `# Article ${number}\n\nBirches grow.`,
    };
    const { id } = await wim.posts('/api/knowledge/documents/text', text, 202);
    for (const time of ['spring', 'summer', 'autumn'])
      await wim.posts(`/api/knowledge/documents/${id}/questions`, { text: `Do trees get taller in ${time}?` });
  }
  await threeRehearsals(wim);
  await connectors(wim);
  await threeConversations(server, wim);
  await findings(server, wim);
  await threeWebhooks(ada);
  await threeErasures(server, ada);
}

async function threeWebhooks(ada: Caller): Promise<void> {
  for (const number of [1, 2, 3]) {
    const url = `https://hooks.example.com/${number}`;
    const { id } = await ada.posts('/api/webhook-endpoints', { url, events: ['settings.updated'] });
    for (let tests = 0; tests < 3; tests += 1) await ada.posts(`/api/webhook-endpoints/${id}/test`, {}, 202);
  }
}

/** As rows: the conversations of a person who is erased would not stay. */
async function threeErasures({ desk }: TestServer, { organizationId }: Caller): Promise<void> {
  for (const number of [1, 2, 3]) {
    const values = [organizationId, number];
    await desk.db.owner.query(
      `insert into erasure (organization_id, id, customer_id, status, requested_at, finished_at)
         values ($1, md5('erasure' || $2::int)::uuid, md5('person' || $2::int)::uuid, 'done', now(), now())`,
      values,
    );
  }
}

async function threeRehearsals(wim: Caller): Promise<void> {
  const base = '/api/knowledge/validation';
  for (const number of [1, 2, 3]) {
    const { id } = await wim.posts(`${base}/playground/conversations`, { title: `Rehearsal ${number}` });
    for (const text of ['Do birches grow?', 'Do they?', 'Really?'])
      await wim.posts(`${base}/playground/conversations/${id}/messages`, { text });
    await wim.posts(`${base}/suite/cases`, {
      turns: [{ customer: 'Do birches grow?' }],
      expect: { outcome: 'answer' },
    });
    await wim.posts(`${base}/suite/run`, {}, 202);
  }
}

/** Three connectors, each with three tested templates. */
async function connectors(wim: Caller): Promise<void> {
  for (const number of [1, 2, 3]) {
    const { id } = await wim.posts('/api/connectors', { name: `Connector ${number}`, base_url: nowhere });
    for (const letter of ['a', 'b', 'c']) {
      const template = { name: `Template ${number}${letter}`, method: 'GET', path: '/x', effect: 'read' };
      const made = await wim.posts(`/api/connectors/${id}/templates`, template);
      await wim.posts(`/api/connectors/${id}/templates/${made.id}/test`, { mode: 'live' }, 200);
    }
  }
}

/** Makes findings: every ingested article is found to be thin. */
async function findings(server: TestServer, wim: Caller): Promise<void> {
  const handlers = new Map<string, JobHandler<unknown>>();
  subscribeKnowledge({ ...server.desk, jobs: { ...server.desk.jobs, subscribe: keepIn(handlers) } });
  const { rows } = await server.desk.db.owner.query('select organization_id, id from document');
  for (const row of rows)
    await handlers.get('knowledge.ingest')?.(
      { organizationId: row['organization_id'], documentId: row['id'] },
      { last: true, stopped: new AbortController().signal },
    );
  await wim.gets('/api/knowledge/analysis?refresh=true');
}

const keepIn = (handlers: Map<string, JobHandler<unknown>>) => (job: { name: string }, handler: unknown) =>
  void handlers.set(job.name, handler as JobHandler<unknown>);

async function threeConversations(server: TestServer, wim: Caller): Promise<void> {
  const { forward_to: to } = await wim.gets('/api/channels/email/inbound-config');
  for (const name of ['nora', 'otto', 'paula']) {
    const from = `${name}@lantern.example`;
    const mail = {
      from,
      to,
      subject: 'Birches',
      text: 'Do birches grow?',
      messageId: `<${randomUUID()}@lantern.example>`,
    };
    const { headers, raw: payload } = postmarkEvent(mail, { from, to }, basic);
    const answer = await server.app.inject({ method: 'POST', url: '/webhooks/email/inbound', headers, payload });
    assert.equal(answer.statusCode, 202, answer.body);
  }
  // Call the job handlers directly, so that no queue runs them at an unknown time.
  const handlers = new Map<string, JobHandler<unknown>>();
  subscribeSupport({ ...server.desk, jobs: { ...server.desk.jobs, subscribe: keepIn(handlers) } }, eraseCopies);
  const rows = async (text: string) => (await server.desk.db.owner.query(text)).rows;
  for (const lane of await rows('select organization_id, channel, lane_key from lane'))
    await handlers.get(laneReady.name)?.(
      { organizationId: lane['organization_id'], channel: lane['channel'], lane: lane['lane_key'] },
      { last: true, stopped: new AbortController().signal },
    );
  for (const row of await rows('select organization_id, id from conversation'))
    await handlers.get(turnDue.name)?.(
      { organizationId: row['organization_id'], conversationId: row['id'] },
      { last: true, stopped: new AbortController().signal },
    );
}

/** Fills every parameter of the path with the first item of the list before it; null if a list is empty. */
export async function somewhere(caller: Caller, path: string): Promise<string | null> {
  const [, before = '', rest = ''] = /^(.*?)\/:\w+(.*)$/.exec(path) ?? [];
  if (!before) return path;
  const list = await somewhere(caller, listOf(before));
  const { body, status } = list ? await caller.calls('GET', list) : { body: null, status: 0 };
  const id = status === 200 ? body.items?.[0]?.id : undefined;
  return id ? somewhere(caller, `${before}/${id}${rest}`) : null;
}

// Some paths have ids that come from another list.
const listOf = (path: string) =>
  path
    .replace(/^\/api\/knowledge\/validation\/suite\/(cases|versions)$/, '/api/knowledge/validation/suite')
    .replace(/^\/api\/decisions$/, '/api/conversations/:id/decisions')
    .replace(/\/drafts$/, '/messages');
