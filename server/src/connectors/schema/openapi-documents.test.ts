import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { largeDocument } from '../../../test/providers/openapi/generated.ts';
import { faultsOfTemplate, definitionOf } from '../templates/template.logic.ts';
import { candidatesOf } from './candidates.logic.ts';
import { driftBetween } from './drift.logic.ts';
import { mostFieldsOf, type ServiceShape } from './openapi.logic.ts';
import { parseDocument } from './read-document.ts';
import { inEnglish } from '../../platform/words/sentence.logic.ts';

const fileOf = (name: string): string =>
  readFileSync(new URL(`../../../test/providers/openapi/${name}`, import.meta.url), 'utf8');

// A busy machine may take longer than the production limit.
const timeLimit = 120_000;

async function shapeIn(text: string): Promise<ServiceShape> {
  const read = await parseDocument(text, timeLimit);
  assert.equal(read.kind, 'read', JSON.stringify(read).slice(0, 500));
  return read.kind === 'read' ? read.shape : { operations: [], servers: [] };
}

interface Expected {
  operations: string[];
  /** The fields of the first operation; `?` marks a nullable type. */
  fields: Record<string, string>;
  secured: boolean;
  inputs: string[];
}

// Modelled on real services: payments, a git forge, a shop, contacts, parcels, a calendar, messages, weather, subscriptions, issues.
const documents: Record<string, Expected> = {
  'payments.yaml': {
    operations: ['GetCharge', 'PostRefund'],
    fields: {
      '/amount': 'integer',
      '/failure_message': 'string?',
      '/customer': 'any?',
      '/customer/email': 'string?',
      '/customer/deleted': 'boolean',
      '/refunds/data/*/id': 'string',
    },
    secured: true,
    inputs: ['charge'],
  },
  'forge.json': {
    operations: ['pulls/get', 'meta/get'],
    fields: {
      '/state': 'string',
      '/merged_at': 'string?',
      '/assignee': 'object?',
      '/assignee/name': 'string?',
      '/labels/*/name': 'string',
    },
    secured: true,
    inputs: ['owner', 'repo', 'number'],
  },
  'shop.yaml': {
    operations: ['listOrders', 'cancelOrder'],
    fields: { '/orders/*/name': 'string', '/orders/*/line_items/*/price/amount': 'string' },
    secured: true,
    inputs: ['email'],
  },
  'crm.json': {
    operations: ['get-/crm/v3/objects/contacts/{contactId}_getById'],
    fields: { '/id': 'string', '/owner': 'object', '/owner/email': 'string', '/owner/members': 'integer' },
    secured: true,
    inputs: ['contactId'],
  },
  'parcels.yaml': {
    operations: ['trackShipment', 'subscribe'],
    fields: {
      '/shipments/*/service': 'string',
      '/shipments/*/status/statusCode': 'string?',
      '/shipments/*/details/weight': 'any?',
    },
    secured: true,
    inputs: ['trackingNumber'],
  },
  'calendar.yaml': {
    operations: ['calendar.events.get', 'shape'],
    fields: {
      '/start/dateTime': 'string',
      '/a~1b~0c': 'string',
      '/organizer': 'object?',
      '/organizer/email': 'string',
      '/recurringEvent': 'object',
    },
    secured: true,
    inputs: ['calendarId', 'eventId'],
  },
  'messaging.json': {
    operations: ['FetchMessage', 'UpdateMessage'],
    fields: { '/body': 'string?', '/error_code': 'integer?', '/status': 'string' },
    secured: true,
    inputs: ['AccountSid', 'Sid'],
  },
  'weather.yaml': {
    operations: ['forecast'],
    fields: { '/hourly/temperature_2m/*': 'number', '/current_weather/is_day': 'integer' },
    secured: false,
    inputs: ['latitude', 'longitude'],
  },
  'billing.yaml': {
    operations: ['findSubscription', 'terminateSubscription', 'lifetime'],
    fields: {
      '/subscription': 'object',
      '/subscription/created_at': 'string',
      '/subscription/ending_at': 'string?',
      '/subscription/plan/amount_cents': 'integer',
      '/subscription/previous': 'object?',
    },
    secured: true,
    inputs: ['external_id'],
  },
  'tracker.json': {
    operations: ['getIssue', 'POST /issue/{issueIdOrKey}/transitions'],
    fields: { '/key': 'string', '/fields/assignee': 'object?', '/fields/assignee/displayName': 'string' },
    secured: true,
    inputs: ['issueIdOrKey'],
  },
};

for (const [name, expected] of Object.entries(documents))
  test(`${name}: operations, response fields, and templates that can be created unchanged`, async () => {
    const { operations } = await shapeIn(fileOf(name));
    assert.deepEqual(
      operations.map(({ id }) => id),
      expected.operations,
    );
    const [first] = operations;
    const found = Object.fromEntries(
      (first?.fields ?? []).map(({ path, type, nullable }) => [path, nullable ? `${type}?` : type]),
    );
    assert.deepEqual(
      Object.fromEntries(Object.keys(expected.fields).map((path) => [path, found[path]])),
      expected.fields,
    );
    assert.equal(first?.secured, expected.secured);
    const candidates = candidatesOf(operations, [operations[0]?.id.toUpperCase() ?? '']);
    const names = candidates.map((each) => each.name.toLowerCase());
    assert.deepEqual(
      [new Set(names).size, names.includes(operations[0]?.id.toLowerCase() ?? '')],
      [names.length, false],
    );
    assert.deepEqual(
      candidates[0]?.inputs?.map((input) => input.name),
      expected.inputs,
    );
    for (const { name: _name, ...candidate } of candidates)
      assert.deepEqual(faultsOfTemplate(definitionOf(candidate)), []);
  });

test('a document of several megabytes with circular references is read in a thread, which does most of the work', async () => {
  const text = largeDocument();
  assert.ok(text.length > 3_000_000 && text.length < 5 * 1_048_576, `${text.length}`);
  const before = { here: process.threadCpuUsage(), anywhere: process.cpuUsage() };
  const { operations } = await shapeIn(text);
  const [here, anywhere] = [process.threadCpuUsage(before.here), process.cpuUsage(before.anywhere)];
  assert.equal(operations.length, 900);
  // Of a large response, the upper fields are kept.
  const most = mostFieldsOf({ operations: 900 });
  for (const { fields } of operations) assert.ok(fields.length <= most && fields.some(({ path }) => path === '/state'));
  // Measured in processor time, so that other load does not count. Parsing on the event loop would take nearly all of it.
  const share = (here.user + here.system) / (anywhere.user + anywhere.system);
  assert.ok(share < 0.5, `${Math.round(100 * share)} % of the work`);
});

test(
  'operations that a document distinguishes by a fragment become templates of the same path, and their changes ' +
    'affect these templates',
  async () => {
    const answers = (name: string) => ({
      '200': { content: { 'application/json': { schema: { properties: { [name]: { type: 'string' } } } } } },
    });
    const documentWith = (name: string) =>
      JSON.stringify({
        openapi: '3.0.0',
        info: {},
        paths: { '/token#refresh': { get: { responses: answers(name) } } },
      });
    const [before, after] = [await shapeIn(documentWith('state')), await shapeIn(documentWith('status'))];
    const [candidate] = candidatesOf(before.operations, []);
    assert.ok(candidate);
    const definition = definitionOf(candidate);
    assert.deepEqual(
      [candidate.path, candidate.output, faultsOfTemplate(definition)],
      ['/token', { state: '/state' }, []],
    );
    const drift = driftBetween(before, after, [{ id: 'token', name: candidate.name, definition }]);
    assert.ok(drift.changes.some(({ severity, templates }) => severity === 'breaking' && templates.length === 1));
  },
);

test('a field beyond the limit of a long response does not count as removed', () => {
  const most = mostFieldsOf({ operations: 1 });
  const shape = (names: string[]): ServiceShape => ({
    operations: [
      {
        id: 'order',
        method: 'GET',
        path: '/order',
        summary: null,
        parameters: [],
        fields: names.map((name) => ({ path: `/${name}`, type: 'string', nullable: false })),
        secured: true,
      },
    ],
    servers: [],
  });
  const many = Array.from({ length: most }, (_, at) => `place${at}`);
  assert.equal(driftBetween(shape(['state', ...many.slice(1)]), shape(many), []).severity, 'compatible');
  assert.equal(driftBetween(shape(['state']), shape(['other']), []).severity, 'breaking');
});

/** Modelled on a large service: folded summaries, an envelope of links, and the important fields late in the alphabet. */
const enveloped = (state: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: {},
    paths: Object.fromEntries(
      ['order', 'parcel'].map((name) => [
        `/${name}s/{id}`,
        {
          get: {
            operationId: name,
            summary: `Get\n  an ${name}\n`,
            responses: { '200': { content: { 'application/json': { schema: answerWith(state) } } } },
          },
        },
      ]),
    ),
  });
const text = { type: 'string' };
const answerWith = (state: string) => ({
  properties: {
    _links: {
      properties: Object.fromEntries(
        Array.from({ length: 30 }, (_, at) => [`page${at}`, { properties: { href: text } }]),
      ),
    },
    id: text,
    [state]: text,
  },
});

test('a candidate takes the upper fields of a large response, and its summary is one line', async () => {
  const [candidate] = candidatesOf((await shapeIn(enveloped('status'))).operations, []);
  assert.equal(candidate?.description, 'Get an order');
  const places = Object.values(candidate.output ?? {});
  assert.deepEqual([places.slice(0, 2), places.length], [['/id', '/status'], 20]);
});

test('changes that affect templates come first, the worst before the others', async () => {
  const [before, after] = [await shapeIn(enveloped('status')), await shapeIn(enveloped('state'))];
  const candidate = candidatesOf(before.operations, []).find(({ name }) => name === 'parcel');
  assert.ok(candidate);
  const template = { id: 'parcel', name: 'parcel', definition: definitionOf(candidate) };
  const { severity, changes } = driftBetween(before, after, [template]);
  assert.deepEqual(
    changes.map((each) => [each.severity, each.operation, each.path, each.templates.length]),
    [
      ['breaking', 'parcel', '/status', 1],
      ['breaking', 'order', '/status', 0],
      ['compatible', 'order', '/state', 0],
      ['compatible', 'parcel', '/state', 0],
    ],
  );
  assert.equal(severity, 'breaking');
});

const answers = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
const named = {
  openapi: '3.1.0',
  paths: {
    '/anchored': { get: answers({ $ref: '#order' }) },
    '/in-another': { get: answers({ $ref: 'https://shop.test/schemas/parcel' }) },
    '/relative': { get: answers({ $ref: 'https://shop.test/schemas/parcel#place' }) },
    '/escaped': { get: answers({ $ref: '#/components/schemas/Two%20words' }) },
  },
  components: {
    schemas: {
      Order: { $anchor: 'order', type: 'object', properties: { number: { type: 'integer' } } },
      Parcel: {
        $id: 'https://shop.test/schemas/parcel',
        type: 'object',
        properties: { to: { $ref: '#/$defs/place' }, from: { $ref: '#place' }, order: { $ref: 'order' } },
        $defs: { place: { $anchor: 'place', type: 'object', properties: { town: { type: 'string' } } } },
      },
      Linked: { $id: 'https://shop.test/schemas/order', type: 'object', properties: { paid: { type: 'boolean' } } },
      'Two words': { type: 'object', properties: { yes: { type: 'boolean' } } },
      Example: { example: { $anchor: 'order', $id: 'https://shop.test/schemas/parcel' } },
    },
  },
};

test('a reference by name finds the named part of the document, within the scope of the name', async () => {
  const { operations } = await shapeIn(JSON.stringify(named));
  const fields = operations.map(({ path, fields: each }) => [path, each.map((field) => `${field.path} ${field.type}`)]);
  assert.deepEqual(Object.fromEntries(fields), {
    '/anchored': [' object', '/number integer'],
    '/in-another': [
      ' object',
      '/from object',
      '/from/town string',
      '/order object',
      '/order/paid boolean',
      '/to object',
      '/to/town string',
    ],
    '/relative': [' object', '/town string'],
    '/escaped': [' object', '/yes boolean'],
  });
});

test('a reference to an unknown name is refused', async () => {
  for (const [reference, why] of [
    ['#nobody', /does not contain/],
    ['https://shop.test/schemas/nothing', /another document/],
  ] as const) {
    const read = await parseDocument(
      JSON.stringify({ ...named, paths: { '/a': { get: answers({ $ref: reference }) } } }),
      timeLimit,
    );
    assert.ok(read.kind === 'refused' && why.test(inEnglish(read.detail)), JSON.stringify(read));
  }
});
