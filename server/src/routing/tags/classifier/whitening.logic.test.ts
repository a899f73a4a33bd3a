import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dot, fitWhitening } from './whitening.logic.ts';

/** Two classes whose examples differ widely in the second direction and little in the first. */
const examples = Array.from({ length: 4_000 }, (_, at) => ({
  of: at % 2,
  vector: Float32Array.of(at % 2 === 0 ? 0.1 : -0.1, ((at % 9) - 4) / 4, ((at % 5) - 2) / 20),
}));
const space = fitWhitening(examples, [Float64Array.of(0.1, 0, 0), Float64Array.of(-0.1, 0, 0)]);
const lengthOf = (vector: Float32Array) => Math.sqrt(dot(vector, vector));

test('a step is shorter in a direction in which examples of one class differ widely', () => {
  const wide = lengthOf(space.into(Float32Array.of(0, 1, 0)));
  const narrow = lengthOf(space.into(Float32Array.of(0, 0, 1)));
  assert.ok(narrow > 1.5 * wide, `${narrow} beside ${wide}`);
});

test('weights give the same sum after they are transformed back to the space of the vectors', () => {
  const weights = Float32Array.of(0.3, -2, 1.1);
  for (const { vector } of examples.slice(0, 20)) {
    const there = dot(weights, space.into(vector));
    const here = dot(space.outOf(weights), vector);
    assert.ok(Math.abs(there - here) < 1e-5, `${there} beside ${here}`);
  }
});

test('vectors are of length 1 on average', () => {
  const lengths = examples.slice(0, 500).map(({ vector }) => lengthOf(space.into(vector)));
  assert.ok(Math.abs(lengths.reduce((sum, length) => sum + length, 0) / lengths.length - 1) < 1e-5);
});
