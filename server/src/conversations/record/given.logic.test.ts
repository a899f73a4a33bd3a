import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesAfter, givenAfter, type PersonEdit } from './given.logic.ts';

const given = { name: 'Noor', attributes: { plan: 'gold', seats: 3 } };

test('an edit is a merge patch of what people have given', () => {
  const cases: [PersonEdit, object][] = [
    [{}, given],
    [{ name: ' Noor B. ' }, { ...given, name: 'Noor B.' }],
    [{ name: null }, { attributes: given.attributes }],
    [{ attributes: { plan: 'silver' } }, { ...given, attributes: { plan: 'silver', seats: 3 } }],
    [{ attributes: { plan: null } }, { ...given, attributes: { seats: 3 } }],
    [{ attributes: null }, { name: 'Noor' }],
    [{ name: null, attributes: null }, {}],
  ];
  for (const [edit, after] of cases) assert.deepEqual(givenAfter(given, edit), after, JSON.stringify(edit));
});

test('an attribute that is taken back goes, whoever wrote it', () => {
  assert.deepEqual(attributesAfter({ city: 'Bern', plan: 'gold' }, { plan: null, vip: true }), {
    city: 'Bern',
    vip: true,
  });
  assert.deepEqual(attributesAfter({ city: 'Bern' }, null), {});
  assert.deepEqual(attributesAfter({ city: 'Bern' }, undefined), { city: 'Bern' });
});
