import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { wordsOfHtml } from '../../email/message/read-mail.ts';
import { imagesOfHtml, textOfHtml } from '../../port/html-text.ts';
import { readEvents, readNotification, type ReadingContext } from './payload.logic.ts';

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));

const context: ReadingContext = {
  receivedAt: new Date('2026-01-01T12:00:00Z'),
  ourAdminId: '9100001',
  textOf: textOfHtml,
  newWordsOf: wordsOfHtml,
  imagesOf: imagesOfHtml,
};

/** A notification with one part, which the test chooses. */
const notification = (topic: string, part: object, item: object = {}) => ({
  app_id: 'hz41kqp0',
  topic,
  id: 'n1',
  data: { item: { id: '77', updated_at: 1767261599, conversation_parts: { conversation_parts: [part] }, ...item } },
});

const part = (author: object, more: object = {}) => ({
  id: '5',
  part_type: 'comment',
  body: '<p>Hello</p>',
  created_at: 1767261599,
  author,
  ...more,
});
const kindsOf = (body: unknown) => readEvents(body, context).map(({ event }) => event.kind);

test('a new conversation is read with its text, its files and its author', () => {
  const [only, ...rest] = readEvents(fixture('v2.user-created-with-screenshot'), context);
  assert.equal(rest.length, 0);
  assert.equal(only?.effect, '331004400550066:400500600');
  const event = only?.event;
  assert.ok(event?.kind === 'customer_message');
  assert.equal(event.thread, '331004400550066');
  assert.equal(event.text, 'My invoice & receipt differ.', 'what the reader cannot see is not there');
  assert.equal(event.subject, 'Billing');
  assert.deepEqual(
    event.attachments.map((each) => each.name),
    ['invoice.pdf', 'shot.png'],
  );
  assert.deepEqual(event.customer, {
    identity: '68aa01',
    externalId: 'birch-9',
    email: 'casey@customer.test',
    name: 'Casey Tester',
    locale: null,
    attributes: { plan: 'team', seats: 12, beta: true },
  });
  assert.equal(event.authenticity, 'unproven');
});

test('a reply that reopens, in the old API version, is a message of its customer', () => {
  const [only] = readEvents(fixture('v1.user-replied-reopens'), context);
  const event = only?.event;
  assert.ok(event?.kind === 'customer_message');
  assert.equal(event.text, 'Still broken.');
  assert.equal(only?.effect, '88120045:90155');
  assert.deepEqual(event.at, new Date(1767261599 * 1000));
  assert.equal(event.customer.email, 'noor@customer.test');
  assert.equal(event.customer.externalId, 'birch-311');
  assert.equal(event.authenticity, 'proven');
});

const readings: [string, object, string[]][] = [
  [
    'a teammate’s reply is a takeover',
    notification('conversation.admin.replied', part({ type: 'admin', id: '9100002' })),
    ['human_reply'],
  ],
  [
    'our own reply is an echo',
    notification('conversation.admin.replied', part({ type: 'admin', id: 9100001 }, { app_package_code: 'desk' })),
    ['own_echo'],
  ],
  [
    'a reply by hand of the person who owns the seat is a takeover',
    notification('conversation.admin.replied', part({ type: 'admin', id: 9100001 }, { app_package_code: null })),
    ['human_reply'],
  ],
  [
    'a reply by the vendor’s bot is not a human reply',
    notification('conversation.admin.replied', part({ type: 'bot', id: '3' })),
    ['vendor_bot_reply'],
  ],
  [
    'a reply under the bot’s own topic is not a human reply',
    notification('conversation.operator.replied', part({ type: 'bot', id: '3' })),
    ['vendor_bot_reply'],
  ],
  [
    'a note is no event',
    notification('conversation.admin.replied', part({ type: 'admin', id: '2' }, { part_type: 'note' })),
    [],
  ],
  ['a noted topic is unknown', notification('conversation.admin.noted', part({ type: 'admin', id: '2' })), []],
  [
    'closing without a message is a change of state',
    notification('conversation.admin.closed', part({ type: 'admin', id: '2' }, { part_type: 'close', body: null })),
    ['state_changed'],
  ],
  [
    'closing with a message is a reply and a change of state',
    notification('conversation.admin.closed', part({ type: 'admin', id: '2' }, { part_type: 'close' })),
    ['human_reply', 'state_changed'],
  ],
  [
    'our own assignment is ignored',
    notification(
      'conversation.admin.assigned',
      part({ type: 'admin', id: '9100001' }, { body: null, assigned_to: { type: 'team', id: '6' } }),
    ),
    ['ignored'],
  ],
  [
    'a removed assignment is ignored',
    notification('conversation.admin.assigned', part({ type: 'admin', id: '2' }, { body: null, assigned_to: null })),
    ['ignored'],
  ],
  [
    'an empty reply without files is no event',
    notification('conversation.user.replied', part({ type: 'user', id: 'u' }, { body: '' })),
    [],
  ],
  [
    'a reply that closes is still a customer’s message',
    notification('conversation.user.replied', part({ type: 'lead', id: 'u' }, { part_type: 'close' })),
    ['customer_message'],
  ],
  [
    'a conversation without id is no event',
    notification('conversation.user.replied', part({ type: 'user', id: 'u' }), { id: null }),
    [],
  ],
];
for (const [name, body, kinds] of readings) test(name, () => assert.deepEqual(kindsOf(body), kinds));

test('an assignment to our seat is not an assignment to people', () => {
  const to = (assigned: object) =>
    readEvents(
      notification(
        'conversation.admin.assigned',
        part({ type: 'admin', id: '2' }, { body: null, assigned_to: assigned }),
      ),
      context,
    )[0]?.event;
  const ours = to({ type: 'admin', id: '9100001' });
  const theirs = to({ type: 'team', id: '6' });
  assert.ok(ours?.kind === 'state_changed' && ours.to === 'assigned_to_us');
  assert.ok(theirs?.kind === 'state_changed' && theirs.to === 'assigned_to_people');
});

test('the same part under two topics has one effect', () => {
  const bot = part({ type: 'bot', id: '3' });
  const effects = ['conversation.admin.replied', 'conversation.operator.replied'].map(
    (topic) => readEvents(notification(topic, bot), context)[0]?.effect,
  );
  assert.equal(effects[0], effects[1]);
});

test('a customer’s message is not the team’s, even if a part of each has the same id', () => {
  const effects = ['admin', 'user'].map(
    (type) => readEvents(notification('conversation.user.replied', part({ type, id: '3' })), context)[0]?.effect,
  );
  assert.notEqual(effects[0], effects[1]);
});

const hostile: [string, unknown][] = [
  ['nothing', null],
  ['a list', [1, 2]],
  ['a number', 7],
  ['an item that is text', { topic: 'conversation.user.replied', data: { item: 'x' } }],
  [
    'parts that are numbers',
    notification(
      'conversation.user.replied',
      { id: '1' },
      { conversation_parts: { conversation_parts: [1, null, 'x'] } },
    ),
  ],
  [
    'a date beyond dates',
    notification('conversation.user.replied', part({ type: 'user', id: 'u' }, { created_at: 1e300 })),
  ],
  ['a prototype', JSON.parse('{"__proto__":{"topic":"ping"},"topic":"conversation.user.replied"}')],
];
for (const [name, body] of hostile) {
  test(`${name} is read without an error`, () => {
    readNotification(body);
    readEvents(body, context);
  });
}

test('NUL characters and lone surrogates are removed', () => {
  const [only] = readEvents(
    notification('conversation.user.replied', part({ type: 'user', id: 'u' }, { body: 'a\u0000b\ud800c' })),
    context,
  );
  assert.ok(only?.event.kind === 'customer_message');
  assert.equal(only.event.text, 'ab\ufffdc');
});

test('an author who is not among the contacts gets none of their data', () => {
  const contacts = { contacts: { contacts: [{ type: 'contact', id: '68aa01', external_id: 'birch-9' }] } };
  const written = (author: object) => {
    const event = readEvents(notification('conversation.user.replied', part(author), contacts), context)[0]?.event;
    assert.ok(event?.kind === 'customer_message');
    return [event.customer.identity, event.customer.externalId];
  };
  assert.deepEqual(written({ type: 'user', id: '68aa01' }), ['68aa01', 'birch-9']);
  assert.deepEqual(written({ type: 'user', id: '68aa02' }), ['68aa02', null]);
  assert.deepEqual(written({ type: 'user' }), ['68aa01', 'birch-9']);
});
