export interface LabelledVector {
  readonly vector: Float32Array;
  readonly of: number;
}

/** Transforms vectors so that the examples of one class spread evenly around their centroid in all directions. */
export interface Whitening {
  into(vector: Float32Array): Float32Array;
  /** Transforms weights of that space into weights of the original vectors, with the same sums. */
  outOf(weights: Float32Array): Float32Array;
}

/** The number of examples at which the measured spread counts as much as an even spread in all directions. */
const shrinkageWeight = 1_000;
/** The expected variance within a class before any examples, and the number of examples that it counts as. */
const priorVariance = { value: 0.5, counts: 20 };

/** The number of examples from which the average length is computed. */
const enoughForLength = 500;

/**
 * Fits the space in which linear discriminant analysis compares means. With few examples it is almost the space of the vectors. The
 * average length is 1.
 */
export function fitWhitening(examples: readonly LabelledVector[], means: readonly Float64Array[]): Whitening {
  const factor = choleskyFactor(pooledCovariance(means, examples), means[0]?.length ?? 0);
  const lengths = examples.slice(0, enoughForLength).map(({ vector }) => {
    const found = forwardSubstitution(factor, vector);
    return Math.sqrt(dot(found, found));
  });
  const scale = lengths.length / (lengths.reduce((sum, length) => sum + length, 0) || 1);
  return {
    into: (vector) => Float32Array.from(forwardSubstitution(factor, vector), (value) => scale * value),
    outOf: (weights) => Float32Array.from(backSubstitution(factor, weights), (value) => scale * value),
  };
}

/** The covariance around the means, shrunk towards an even one. Contains the lower triangle, row by row. */
function pooledCovariance(means: readonly Float64Array[], examples: readonly LabelledVector[]): Float64Array {
  const dimensions = means[0]?.length ?? 0;
  const spread = new Float64Array(dimensions * dimensions);
  const from = new Float64Array(dimensions);
  let squares = 0;
  for (const { vector, of } of examples) {
    const mean = means[of] ?? from;
    for (let at = 0; at < dimensions; at++) from[at] = (vector[at] ?? 0) - (mean[at] ?? 0);
    squares += dot(from, from);
    for (let row = 0; row < dimensions; row++) {
      const start = row * dimensions;
      const value = from[row] ?? 0;
      for (let at = 0; at <= row; at++) spread[start + at] = (spread[start + at] ?? 0) + value * (from[at] ?? 0);
    }
  }
  const seen = Math.max(0, examples.length - means.length);
  const { value, counts } = priorVariance;
  const even = (squares + counts * value) / (seen + counts) / dimensions;
  const total = shrinkageWeight + seen;
  for (let at = 0; at < spread.length; at++) spread[at] = (spread[at] ?? 0) / total;
  for (let at = 0; at < dimensions; at++)
    spread[at * dimensions + at] = (spread[at * dimensions + at] ?? 0) + (shrinkageWeight * even) / total;
  return spread;
}

/** Cholesky decomposition in place: the lower triangle whose product with its transpose is the matrix. */
function choleskyFactor(matrix: Float64Array, size: number): Float64Array {
  for (let column = 0; column < size; column++) {
    for (let row = column; row < size; row++) {
      const rest = (matrix[row * size + column] ?? 0) - dotOfRows(matrix, { size, row, column });
      matrix[row * size + column] = row === column ? Math.sqrt(rest) : rest / (matrix[column * size + column] ?? 1);
    }
  }
  return matrix;
}

function dotOfRows(matrix: Float64Array, { size, row, column }: { size: number; row: number; column: number }): number {
  const one = row * size;
  const other = column * size;
  let sum = 0;
  for (let at = 0; at < column; at++) sum += (matrix[one + at] ?? 0) * (matrix[other + at] ?? 0);
  return sum;
}

/** Returns the vector whose product with the factor is `of`. */
function forwardSubstitution(factor: Float64Array, of: Float32Array): Float64Array {
  const size = of.length;
  const found = Float64Array.from(of);
  for (let row = 0; row < size; row++) {
    let rest = found[row] ?? 0;
    for (let at = 0; at < row; at++) rest -= (factor[row * size + at] ?? 0) * (found[at] ?? 0);
    found[row] = rest / (factor[row * size + row] ?? 1);
  }
  return found;
}

/** Returns the vector whose product with the transposed factor is `of`. */
function backSubstitution(factor: Float64Array, of: Float32Array): Float64Array {
  const size = of.length;
  const found = Float64Array.from(of);
  for (let row = size - 1; row >= 0; row--) {
    let rest = found[row] ?? 0;
    for (let at = row + 1; at < size; at++) rest -= (factor[at * size + row] ?? 0) * (found[at] ?? 0);
    found[row] = rest / (factor[row * size + row] ?? 1);
  }
  return found;
}

export function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
