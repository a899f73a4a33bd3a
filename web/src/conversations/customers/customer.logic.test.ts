import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, patchOf, writtenOf } from './customer.logic.ts';

test('only what was changed by hand is saved', () => {
  const before = { plan: 'gold', seats: 3, vip: true };
  assert.deepEqual(patchOf(before, writtenOf(before)), {});
  const written = [
    { name: 'plan', value: ' silver ' },
    { name: 'seats', value: '3' },
    { name: ' city ', value: 'Bern' },
    { name: ' ', value: 'nothing' },
  ];
  assert.deepEqual(patchOf(before, written), { plan: 'silver', city: 'Bern', vip: null });
  assert.deepEqual(patchOf({ plan: 'gold' }, [{ name: 'plan', value: ' ' }]), { plan: null });
});

test('a number or a boolean stays one while the text says one', () => {
  const before = { seats: 12, vip: true };
  const patch = (seats: string, vip: string) =>
    patchOf(before, [
      { name: 'seats', value: seats },
      { name: 'vip', value: vip },
    ]);
  assert.deepEqual(patch('15', 'false'), { seats: 15, vip: false });
  assert.deepEqual(patch(' 1.5 ', 'false '), { seats: 1.5, vip: false });
  assert.deepEqual(patch('12.0', ' true'), {});
  assert.deepEqual(patch('a dozen', 'no'), { seats: 'a dozen', vip: 'no' });
  assert.deepEqual(patch('Infinity', 'True'), { seats: 'Infinity', vip: 'True' });
  assert.deepEqual(patch('', ' '), { seats: null, vip: null });
  assert.deepEqual(patchOf({ code: '12' }, [{ name: 'code', value: '15' }]), { code: '15' });
});

test('a value that nobody changed is not saved, even if it has spaces at its ends', () => {
  const before = { plan: 'gold ', ' city': 'Bern', note: '' };
  assert.deepEqual(patchOf(before, writtenOf(before)), {});
  const written = writtenOf(before).map(({ name, value }) => ({ name, value: name === 'plan' ? 'silver ' : value }));
  assert.deepEqual(patchOf(before, written), { plan: 'silver' });
});

test('a person is called by what is known', () => {
  assert.equal(nameOf({ name: null, email: 'a@b.test', external_id: 'x' }), 'a@b.test');
  assert.equal(nameOf({ name: null, email: null, external_id: null }), null);
});
