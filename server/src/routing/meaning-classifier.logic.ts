/** A softmax over a sentence's vector (retrieval.md §2.6). Data only: threads hand it over. */
export interface MeaningClassifier {
  readonly dimensions: number;
  /** Those of one class stand together, one for each dimension. */
  readonly weights: Float32Array;
  /** In the same order, of length 1: the middle of each class. */
  readonly middles: Float32Array;
  readonly offsets: Float64Array;
}

export interface VectorOfClass {
  readonly vector: Float32Array;
  readonly of: number;
}

/** The examples that it takes until the spread that they show counts as much as an even one in all directions. */
const evenSpreadCounts = 1_000;
/** What is expected of examples of one class before any pair of them was seen, and how many of them it counts as. */
const expectedSpread = { value: 0.5, counts: 20 };

/**
 * Linear discriminant analysis: each class a cloud around its mean, all of one shape. It is the softmax that gradient descent
 * looks for, found without descent; with few examples the shape is nearly round, and the nearest mean is what counts.
 */
export function trainMeanings(examples: readonly VectorOfClass[], classes: number): MeaningClassifier {
  const dimensions = examples[0]?.vector.length ?? 0;
  const means = meansOf(examples, { classes, dimensions });
  const factor = factored(spreadAround(means, examples), dimensions);
  const weights = new Float32Array(classes * dimensions);
  const middles = new Float32Array(classes * dimensions);
  const offsets = new Float64Array(classes);
  for (const [of, mean] of means.entries()) {
    const direction = solved(factor, mean);
    weights.set(direction, of * dimensions);
    offsets[of] = -dot(direction, mean) / 2;
    const length = Math.sqrt(dot(mean, mean)) || 1;
    middles.set(
      mean.map((value) => value / length),
      of * dimensions,
    );
  }
  return { dimensions, weights, middles, offsets };
}

/** One sum for each class: the higher, the likelier. */
export const judgeMeaning = ({ dimensions, weights, offsets }: MeaningClassifier, vector: Float32Array): Float64Array =>
  offsets.map((offset, of) => offset + dotOf(weights, { of, dimensions }, vector));

/** The cosine to the nearest middle of a class. */
export const nearestMiddle = ({ dimensions, middles, offsets }: MeaningClassifier, vector: Float32Array): number =>
  Math.max(...offsets.map((_, of) => dotOf(middles, { of, dimensions }, vector)));

interface Shape {
  classes: number;
  dimensions: number;
}

function meansOf(examples: readonly VectorOfClass[], { classes, dimensions }: Shape): Float64Array[] {
  const means = Array.from({ length: classes }, () => new Float64Array(dimensions));
  const counts = new Float64Array(classes);
  for (const { vector, of } of examples) {
    counts[of] = (counts[of] ?? 0) + 1;
    const mean = means[of];
    if (mean) for (let at = 0; at < dimensions; at++) mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0);
  }
  return means.map((mean, of) => mean.map((sum) => sum / Math.max(1, counts[of] ?? 0)));
}

/** The covariance around the means, drawn towards an even one; its lower triangle, row by row. */
function spreadAround(means: readonly Float64Array[], examples: readonly VectorOfClass[]): Float64Array {
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
  const { value, counts } = expectedSpread;
  const even = (squares + counts * value) / (seen + counts) / dimensions;
  const total = evenSpreadCounts + seen;
  for (let at = 0; at < spread.length; at++) spread[at] = (spread[at] ?? 0) / total;
  for (let at = 0; at < dimensions; at++)
    spread[at * dimensions + at] = (spread[at * dimensions + at] ?? 0) + (evenSpreadCounts * even) / total;
  return spread;
}

/** Cholesky, in place: the lower triangle whose product with itself turned around is the matrix. */
function factored(matrix: Float64Array, size: number): Float64Array {
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

/** What the factored matrix makes `of` out of. */
function solved(factor: Float64Array, of: Float64Array): Float64Array {
  const size = of.length;
  const found = of.slice();
  for (let row = 0; row < size; row++) {
    let rest = found[row] ?? 0;
    for (let at = 0; at < row; at++) rest -= (factor[row * size + at] ?? 0) * (found[at] ?? 0);
    found[row] = rest / (factor[row * size + row] ?? 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    let rest = found[row] ?? 0;
    for (let at = row + 1; at < size; at++) rest -= (factor[at * size + row] ?? 0) * (found[at] ?? 0);
    found[row] = rest / (factor[row * size + row] ?? 1);
  }
  return found;
}

const dotOf = (rows: Float32Array, { of, dimensions }: { of: number; dimensions: number }, vector: Float32Array) =>
  dot(rows.subarray(of * dimensions, (of + 1) * dimensions), vector);

function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
