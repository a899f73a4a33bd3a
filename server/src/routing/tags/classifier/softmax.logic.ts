/** Log-sum-exp: high if any sum is high. Over the sums of a classifier it is the negative energy. */
export function logSum(sums: ArrayLike<number>): number {
  const all = Array.from(sums);
  const most = Math.max(...all);
  return most + Math.log(all.reduce((total, sum) => total + Math.exp(sum - most), 0));
}

/** Turns sums into probabilities that add up to 1. */
export function softmax(sums: Float64Array): Float64Array {
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const total = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / total);
}
