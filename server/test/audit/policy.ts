import assert from 'node:assert/strict';
import { eventually, type Stage } from '../story/stage.ts';
import { crud, unique, words, type Recipe } from './recipe.ts';

const routing = '/api/routing';
const knowledge = '/api/knowledge';

/** Knowledge and routing. */
export const policyRecipes: Record<string, Recipe> = {
  ...crud(`${routing}/tags`, {
    subject: 'tag',
    create: () => ({ name: unique('Tag'), detect: { keywords: ['refund'] } }),
    change: { color: '#aabbcc' },
  }),
  ...crud(`${routing}/destinations`, {
    subject: 'destination',
    create: () => ({ name: unique('Queue'), kind: 'queue' }),
    change: { enabled: false },
  }),
  'POST /api/routing/destinations/:id/test': {
    action: 'destination.tested',
    call: async ({ world: { wim } }) => {
      const { id } = await wim.posts(`${routing}/destinations`, { name: unique('Queue'), kind: 'queue' });
      return { as: wim, path: `${routing}/destinations/${id}/test` };
    },
  },
  ...crud(`${routing}/rules`, {
    subject: 'rule',
    create: () => ({
      name: unique('Rule'),
      when: { all: [{ field: 'message.text', op: 'contains', value: 'never said' }] },
      then: { decision: 'escalate' },
    }),
    change: { priority: 7 },
  }),
  'POST /api/routing/policy/revisions/:n/restore': {
    action: 'policy.restored',
    call: async ({ world: { wim } }) => {
      await wim.posts(`${routing}/tags`, { name: unique('Tag') });
      const { items } = (await wim.gets(`${routing}/policy/revisions`)) as { items: { revision: number }[] };
      return { as: wim, path: `${routing}/policy/revisions/${items[1]?.revision}/restore` };
    },
  },
  ...crud(`${knowledge}/collections`, {
    subject: 'collection',
    create: () => ({ name: unique('Shelf') }),
    change: { enabled: false },
  }),
  'POST /api/knowledge/documents/text': {
    action: 'document.created',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/documents/text`,
      body: { ...(await aText(stage)), external_id: unique('page') },
    }),
  },
  'POST /api/knowledge/documents/upload': {
    action: 'document.created',
    call: async (stage) => {
      const form = new FormData();
      form.set('collection_id', (await aText(stage)).collection_id);
      form.set('file', new Blob([`# Upload\n\n${words}`]), 'upload.md');
      const request = new Response(form);
      return {
        as: stage.world.wim,
        path: `${knowledge}/documents/upload`,
        body: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '' },
      };
    },
  },
  'POST /api/knowledge/documents/:id/reingest': {
    action: 'document.reingested',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/documents/${await aDocument(stage)}/reingest`,
      body: { text: `Another text. ${words}` },
    }),
  },
  'PATCH /api/knowledge/documents/:id': {
    action: 'document.updated',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/documents/${await aDocument(stage)}`,
      body: { enabled: false, expires_at: '2040-01-01T00:00:00.000Z' },
    }),
    again: 'writes nothing',
  },
  'POST /api/knowledge/documents/:id/questions': {
    action: 'question.taught',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/documents/${await aDocument(stage)}/questions`,
      body: { text: words },
    }),
  },
  'PATCH /api/knowledge/documents/:id/questions/:question_id': {
    action: 'question.updated',
    call: async (stage) => ({ as: stage.world.wim, path: await aQuestion(stage), body: { state: 'rejected' } }),
    again: 'writes nothing',
  },
  'DELETE /api/knowledge/documents/:id/questions/:question_id': {
    action: 'question.deleted',
    call: async (stage) => ({ as: stage.world.wim, path: await aQuestion(stage) }),
  },
  'DELETE /api/knowledge/documents/:id': {
    action: 'document.deleted',
    call: async (stage) => ({ as: stage.world.wim, path: `${knowledge}/documents/${await aDocument(stage)}` }),
  },
  'PATCH /api/knowledge/findings/:id': {
    action: 'finding.updated',
    call: async (stage) => ({
      as: stage.world.wim,
      path: `${knowledge}/findings/${await aFinding(stage)}`,
      body: { state: 'dismissed' },
    }),
    again: 'writes nothing',
  },
};

async function aText({ world }: Stage) {
  const { items } = await world.wim.gets(`${knowledge}/collections`);
  return { collection_id: items[0].id as string, title: unique('Page'), text: words, format: 'markdown' };
}

async function aDocument(stage: Stage): Promise<string> {
  return (await stage.world.wim.posts(`${knowledge}/documents/text`, await aText(stage), 202)).id;
}

async function aQuestion(stage: Stage): Promise<string> {
  const path = `${knowledge}/documents/${await aDocument(stage)}/questions`;
  return `${path}/${(await stage.world.wim.posts(path, { text: words })).id}`;
}

/** A document of a few words causes a finding. */
async function aFinding(stage: Stage): Promise<string> {
  const id = await aDocument(stage);
  return eventually(async () => {
    const { items } = await stage.world.wim.gets(`${knowledge}/findings?document_id=${id}&type=thin`);
    assert.ok(items[0], 'the document has been examined');
    return items[0].id;
  });
}
