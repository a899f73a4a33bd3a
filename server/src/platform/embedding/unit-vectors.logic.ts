/** More than a halfvec of pgvector holds. */
const mostDimensions = 16_000;

/**
 * The vectors in unit length. Null when they are not what was asked for: another number of them or of dimensions, nothing
 * but zeros, or something that is not a number.
 */
export function unitVectors(
  answered: readonly (readonly number[])[],
  expected: { count: number; dimensions: number | null },
): Float32Array[] | null {
  if (answered.length !== expected.count) return null;
  const dimensions = expected.dimensions ?? answered[0]?.length ?? 0;
  const vectors: Float32Array[] = [];
  for (const values of answered) {
    const length = Math.hypot(...values);
    if (values.length !== dimensions || dimensions > mostDimensions || !Number.isFinite(length) || length === 0)
      return null;
    vectors.push(Float32Array.from(values, (value) => value / length));
  }
  return vectors;
}
