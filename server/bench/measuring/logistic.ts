export interface Example {
  values: readonly number[];
  right: boolean;
  weight: number;
}

export interface Fit {
  intercept: number;
  weights: number[];
}

/** Weighted logistic regression with an L2 penalty on standardised features, by Newton's method; deterministic. */
export function fitLogistic(examples: readonly Example[], penalty: number): Fit {
  const width = (examples[0]?.values.length ?? 0) + 1;
  const scale = standardOf(examples);
  const rows = examples.map(({ values }) => [
    1,
    ...values.map((value, at) => (value - at0(scale.means, at)) / at0(scale.deviations, at)),
  ]);
  let beta: number[] = Array.from({ length: width }, () => 0);
  for (let round = 0; round < 25; round++) {
    const gradient = beta.map((value, at) => (at === 0 ? 0 : -penalty * value));
    const hessian = beta.map((_, row) => beta.map((__, column) => (row === column ? penaltyOf(row, penalty) : 0)));
    for (const [at, row] of rows.entries()) addExample(row, examples[at]!, { beta, gradient, hessian });
    const step = solve(hessian, gradient);
    beta = beta.map((value, at) => value + at0(step, at));
  }
  const weights = beta.slice(1).map((value, at) => value / at0(scale.deviations, at));
  const shift = weights.reduce((sum, weight, at) => sum + weight * at0(scale.means, at), 0);
  return { intercept: at0(beta, 0) - shift, weights };
}

// The intercept has no penalty; a tiny value keeps the matrix regular.
function penaltyOf(row: number, penalty: number): number {
  return row === 0 ? 1e-9 : penalty;
}

export function predict(fit: Fit, values: readonly number[]): number {
  const logit = fit.weights.reduce((sum, weight, at) => sum + weight * at0(values, at), fit.intercept);
  return 1 / (1 + Math.exp(-logit));
}

interface Newton {
  beta: number[];
  gradient: number[];
  hessian: number[][];
}

function addExample(row: readonly number[], example: Example, { beta, gradient, hessian }: Newton): void {
  const logit = row.reduce((sum, value, at) => sum + value * at0(beta, at), 0);
  const chance = 1 / (1 + Math.exp(-logit));
  const error = example.weight * ((example.right ? 1 : 0) - chance);
  const curvature = example.weight * Math.max(1e-6, chance * (1 - chance));
  for (let at = 0; at < row.length; at++) {
    gradient[at] = at0(gradient, at) + error * at0(row, at);
    const line = hessian[at] ?? [];
    for (let other = 0; other < row.length; other++)
      line[other] = at0(line, other) + curvature * at0(row, at) * at0(row, other);
  }
}

function standardOf(examples: readonly Example[]) {
  const total = examples.reduce((sum, example) => sum + example.weight, 0);
  const width = examples[0]?.values.length ?? 0;
  const average = (of: (example: Example, at: number) => number) =>
    Array.from(
      { length: width },
      (_, at) => examples.reduce((sum, example) => sum + example.weight * of(example, at), 0) / total,
    );
  const means = average((example, at) => at0(example.values, at));
  const deviations = average((example, at) => (at0(example.values, at) - at0(means, at)) ** 2).map(
    (value) => Math.sqrt(value) || 1,
  );
  return { means, deviations };
}

// Gauss elimination with partial pivoting.
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, at0(right, at)]);
  for (let column = 0; column < rows.length; column++) {
    const below = rows.slice(column);
    const pivot =
      column +
      below.reduce(
        (best, row, at) => (Math.abs(at0(row, column)) > Math.abs(at0(below[best] ?? [], column)) ? at : best),
        0,
      );
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const line = rows[column] ?? [];
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = at0(row, column) / at0(line, column);
      for (let cell = column; cell <= rows.length; cell++) row[cell] = at0(row, cell) - factor * at0(line, cell);
    }
  }
  return rows.map((row, at) => at0(row, rows.length) / at0(row, at));
}

function at0(values: readonly number[], at: number): number {
  return values[at] ?? 0;
}
