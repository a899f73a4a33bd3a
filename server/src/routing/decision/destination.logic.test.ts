import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDestination, aPolicy, aRule, aTag, facts, internalQueue, limits } from '../../../test/policy.ts';
import { decideBeforeAnswer } from './decision.logic.ts';
import { fallbackOf, resolveDestination } from './destination.logic.ts';
import type { PolicyDestination } from '../policy/policy.logic.ts';

const at = (destinations: PolicyDestination[], more: Parameters<typeof facts>[0] = {}) => {
  const { id, path } = resolveDestination(aPolicy({ destinations }), facts(more), ['first']);
  return { id, path: path.map((step) => `${step.id}:${step.result}`) };
};

const first = (more: Partial<PolicyDestination> = {}) => aDestination('first', more);
const closed = { time: { businessHours: false } };

test('an open destination accepts', () => {
  assert.deepEqual(at([first()]), { id: 'first', path: ['first:accepted'] });
});

test('a closed destination passes on to its fallback', () => {
  const destinations = [first({ hours: 'business', fallbackDestinationId: 'second' }), aDestination('second')];
  assert.deepEqual(at(destinations, closed), { id: 'second', path: ['first:closed', 'second:accepted'] });
  assert.equal(at(destinations).id, 'first');
});

test('a disabled destination without a fallback ends in the internal queue', () => {
  assert.deepEqual(at([first({ enabled: false })]), { id: 'internal', path: ['first:disabled', 'internal:accepted'] });
});

test('an unreachable vendor is skipped', () => {
  const destinations = [first({ kind: 'chatdesk_team' })];
  const more = { channel: 'chatdesk', unreachableKinds: ['chatdesk_team'] } as const;
  assert.deepEqual(at(destinations, more).path, ['first:unreachable', 'internal:accepted']);
});

test('a team of one helpdesk cannot take a conversation of another', () => {
  assert.equal(at([first({ kind: 'ticketdesk_group' })], { channel: 'chatdesk' }).id, 'internal');
  assert.equal(at([first({ kind: 'ticketdesk_group' })], { channel: 'ticketdesk' }).id, 'first');
  assert.equal(at([first({ kind: 'chatdesk_team' })], { channel: 'ticketdesk' }).id, 'internal');
  assert.equal(at([first({ kind: 'chatdesk_team' })], { channel: 'chatdesk' }).id, 'first');
});

test('three fallbacks are followed, not four', () => {
  const off = (id: string, next: string) => aDestination(id, { enabled: false, fallbackDestinationId: next });
  const three = [off('first', 'b'), off('b', 'c'), off('c', 'd'), aDestination('d')];
  assert.equal(at(three).id, 'd');
  const four = [off('first', 'b'), off('b', 'c'), off('c', 'd'), off('d', 'e'), aDestination('e')];
  assert.deepEqual(at(four).path.at(-1), 'internal:accepted');
});

test('a cycle ends in the internal queue', () => {
  const off = (id: string, next: string) => aDestination(id, { enabled: false, fallbackDestinationId: next });
  assert.deepEqual(at([off('first', 'b'), off('b', 'first')]).path, [
    'first:disabled',
    'b:disabled',
    'internal:accepted',
  ]);
});

test('a destination that no longer exists is skipped and reported', () => {
  assert.deepEqual(at([]), { id: 'internal', path: ['first:missing', 'internal:accepted'] });
});

test('the internal queue accepts regardless of its row', () => {
  const odd = { ...internalQueue, enabled: false, hours: 'business' } as const;
  const policy = aPolicy({ internalQueue: odd, destinations: [odd] });
  const { id, path } = resolveDestination(policy, facts(closed), ['internal']);
  assert.deepEqual([id, path.map(({ result }) => result)], ['internal', ['accepted']]);
});

test('the rule has precedence over the tag, the tag over the default of the organization, and that over the internal queue', () => {
  const destinations = ['rule', 'tag', 'default'].map((id) => aDestination(id));
  const tags = [aTag('t', { defaultDestinationId: 'tag' })];
  const ruled = [aRule('r', { then: { destination_id: 'rule' } })];
  const chosen = (rules = ruled, tagIds = ['t'], defaultDestinationId: string | null = 'default') => {
    const terms = { policy: aPolicy({ destinations, tags, rules }), limits: limits({ defaultDestinationId }) };
    const first = decideBeforeAnswer(terms, facts({ tagIds, signals: { asksForHuman: true } }));
    return first.kind === 'final' ? first.ruling.destination?.id : null;
  };
  assert.equal(chosen(), 'rule');
  assert.equal(chosen([]), 'tag');
  assert.equal(chosen([], []), 'default');
  assert.equal(chosen([], [], null), 'internal');
  assert.equal(chosen([aRule('tagger', { then: { add_tag_ids: ['t'] } })], []), 'tag');
});

test('an unreachable destination is replaced by its fallback, in the end by the internal queue', () => {
  const policy = aPolicy({
    destinations: [
      first({ fallbackDestinationId: 'second' }),
      aDestination('second', { kind: 'chatdesk_team', fallbackDestinationId: 'third' }),
      aDestination('third', { fallbackDestinationId: 'first' }),
    ],
  });
  const next = (id: string, tried = 1) => fallbackOf(policy, facts({ channel: 'email' }), { id, tried })?.id;
  assert.equal(next('first'), 'third', 'the second is of another vendor');
  assert.equal(next('third', 2), 'first');
  assert.equal(next('third', 4), 'internal', 'a circle has an end');
  assert.equal(next('gone'), 'internal');
  assert.equal(next('internal'), undefined);
});
