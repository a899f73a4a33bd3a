interface Selection {
  limit: number;
  /** Decides between equal scores, since slots depend on the order of changes. */
  idOf: (slot: number) => string;
}

/** Sorts only after this many more than needed have come together, so that it does not sort again and again for a few. */
const slack = 64;

/** The slots with the highest scores above zero, best first, without sorting the thousands behind them. */
export function topOf(slots: Uint32Array, scores: Float64Array, { limit, idOf }: Selection): number[] {
  const order = (left: number, right: number) =>
    (scores[right] ?? 0) - (scores[left] ?? 0) || (idOf(left) < idOf(right) ? -1 : 1);
  let kept: number[] = [];
  let least = Number.MIN_VALUE;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    if ((scores[slot] ?? 0) < least) continue;
    kept.push(slot);
    if (kept.length < 2 * limit + slack) continue;
    kept = kept.sort(order).slice(0, limit);
    least = Math.max(least, scores[kept.at(-1) ?? 0] ?? 0);
  }
  return kept.sort(order).slice(0, limit);
}
