import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields, fitted, operatorsFor, takesNothing } from './fields.logic.ts';

test('a condition keeps an operator and a value that still suit its field', () => {
  const before = { field: 'message.text', op: 'contains', value: 'refund' } as const;
  assert.deepEqual(fitted({ ...before, field: 'message.subject' }), { ...before, field: 'message.subject' });
  assert.deepEqual(fitted({ ...before, field: 'customer.verified' }), {
    field: 'customer.verified',
    op: 'eq',
    value: true,
  });
  assert.deepEqual(fitted({ ...before, field: 'time.hour' }), { field: 'time.hour', op: 'gte', value: 0 });
});

test('every field has operators, and each operator gets a value of its shape', () => {
  for (const field of Object.keys(fields)) {
    for (const op of operatorsFor(field)) {
      const condition = fitted({ field, op });
      assert.equal(condition.op, op);
      assert.equal(condition.value === undefined, takesNothing(op), `${field} ${op}`);
      assert.equal(
        Array.isArray(condition.value),
        op === 'in' || op === 'not_in' || op === 'between',
        `${field} ${op}`,
      );
    }
  }
});
