import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventOfComment, readDelivery, readUser, sortComments, type Comment } from './payload.logic.ts';

const receivedAt = new Date('2026-03-02T10:00:05Z');
const read = (body: unknown) => readDelivery(body, JSON.stringify(body), receivedAt);

const commentAdded = {
  account_id: 2200111,
  id: '5d1f1f3a-0001-4a2b-9c3d-000000000001',
  type: 'zen:event-type:ticket.comment_added',
  subject: 'zen:ticket:71002',
  time: '2026-03-02T10:00:04.304701605Z',
  zendesk_event_version: '2022-11-06',
  detail: { id: '71002', requester_id: '58001', subject: 'Refund', status: 'OPEN', tags: [] },
  event: {
    comment: {
      id: '9001',
      body: 'When?',
      html_body: '<p>When?</p>',
      is_public: true,
      author: { id: '58001', is_staff: false, name: 'Noor' },
    },
  },
};

test('our trigger’s body is read as a ticket to look up', () => {
  assert.deepEqual(read({ schema: 'ticketdesk.trigger.v1', event: 'comment', ticket_id: '35436' }), {
    kind: 'look',
    ticketId: '35436',
  });
});

test('a body that does not parse still names its ticket', () => {
  const raw = '{"schema":"ticketdesk.trigger.v1","ticket_id":"35436","title":"He said "no""}';
  assert.deepEqual(readDelivery(null, raw, receivedAt), { kind: 'look', ticketId: '35436' });
});

test('the event form contains the comment', () => {
  const delivery = read(commentAdded);
  assert.ok(delivery.kind === 'comment');
  assert.equal(delivery.ticketId, '71002');
  assert.equal(delivery.comment.text, 'When?');
  assert.equal(delivery.comment.authorName, 'Noor');
  assert.deepEqual(delivery.comment.at, new Date('2026-03-02T10:00:04.304Z'));
});

const others: [string, unknown][] = [
  ['an unknown schema', { schema: 'somebody.else', ticket_id: '1' }],
  ['another kind of event', { ...commentAdded, type: 'zen:event-type:ticket.priority_changed' }],
  ['an invalid ticket id', { schema: 'ticketdesk.trigger.v1', ticket_id: '../users' }],
  ['a list', [1]],
  ['nothing', null],
];
for (const [name, body] of others) test(`${name} is ignored`, () => assert.equal(read(body).kind, 'other'));

const comment = (id: string, authorId: string, more: Partial<Comment> = {}): Comment => ({
  id,
  authorId,
  authorName: null,
  public: true,
  text: `words of ${id}`,
  html: null,
  at: new Date('2026-03-02T10:00:00Z'),
  attachments: [],
  ourMark: null,
  ...more,
});
const ticket = { id: '71002', subject: 'Refund' };
const person = readUser(
  { user: { id: 58001, role: 'end-user', email: 'Noor@Customer.test', verified: true } },
  '58001',
);
const agent = readUser({ user: { id: 60, role: 'agent', name: 'Tove' } }, '60');

test('a comment is classified by its author and its visibility', () => {
  const kind = (written: Comment, author = person) => eventOfComment(written, author, ticket, '999').kind;
  assert.equal(kind(comment('1', '58001')), 'customer_message');
  assert.equal(kind(comment('2', '60'), agent), 'human_reply');
  assert.equal(kind(comment('3', '999')), 'human_reply');
  assert.equal(kind(comment('3', '999', { ourMark: 'reply:1' })), 'own_echo');
  assert.equal(kind(comment('4', '60', { ourMark: 'reply:1' }), agent), 'own_echo');
  assert.equal(kind(comment('5', '58001', { public: false })), 'ignored');
  const event = eventOfComment(comment('1', '58001'), person, ticket, '999');
  assert.ok(
    event.kind === 'customer_message' &&
      event.customer.email === 'noor@customer.test' &&
      event.authenticity === 'proven',
  );
});

const byCustomer = (each: Comment) => each.authorId === '58001';
const ids = (comments: Comment[]) => comments.map((each) => each.id);
const recent = new Date('2026-03-02T12:00:00Z');
const sorted = (newestFirst: Comment[], known: string[]) =>
  sortComments(newestFirst, (each) => known.includes(each.id), { isCustomer: byCustomer, recent });

test('in a ticket that we see for the first time, only the customer’s comments since the last answer are news', () => {
  const { history, news } = sorted(
    [comment('d', '58001'), comment('c', '58001'), comment('b', '60'), comment('a', '58001')],
    [],
  );
  assert.deepEqual(ids(history), ['a', 'b']);
  assert.deepEqual(ids(news), ['c', 'd']);
});

test('if an agent wrote the last comment, that comment is the news', () => {
  assert.deepEqual(ids(sorted([comment('b', '60'), comment('a', '58001')], []).news), ['b']);
});

test('a comment just before the delivery is news even if an agent has answered it since', () => {
  const early = comment('a', '58001', { at: new Date(recent.getTime() - 1) });
  const { history, news } = sorted(
    [comment('c', '60', { at: recent }), comment('b', '58001', { at: recent }), early],
    [],
  );
  assert.deepEqual([ids(history), ids(news)], [['a'], ['b', 'c']]);
});

test('in a known ticket, every comment that has had no effect is news, even within one second', () => {
  const { history, news } = sorted([comment('1', '58001'), comment('9', '58001'), comment('5', '58001')], ['5']);
  assert.deepEqual(ids(history), []);
  assert.deepEqual(ids(news), ['9', '1'], 'in the vendor’s order, not by id');
});

test('private comments are no news', () => {
  assert.deepEqual(ids(sorted([comment('b', '60', { public: false }), comment('a', '58001')], []).news), ['a']);
});
