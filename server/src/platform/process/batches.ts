export interface BatchTerms<Item> {
  /** Batches that may be under way at the same time. What comes meanwhile waits, and goes together in the next. */
  atOnce: number;
  /** At most so many in one batch, and so much of what `sizeOf` measures; one item goes however large it is. */
  most: { items: number; size: number };
  sizeOf(item: Item): number;
  /** Whether a batch may have failed because of one of its items. Then each is tried by itself. */
  triesAlone(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: calls that come close together become one call of `run`, which gets their items in the order in which they
 * came and gives their results in the same order. A call that comes alone does not wait.
 */
export function inBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { atOnce, most, sizeOf, triesAlone }: BatchTerms<Item>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  const take = (): Waiting<Item, Result>[] => {
    let size = 0;
    const end = waiting.findIndex(
      ({ item }, at) => at === most.items || ((size += sizeOf(item)) > most.size && at > 0),
    );
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };
  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, at) => resolve(results[at]!));
    } catch (error) {
      if (batch.length > 1 && triesAlone(error)) await Promise.all(batch.map((each) => settle([each])));
      else batch.forEach(({ reject }) => reject(error));
    }
  };
  const goOn = async (): Promise<void> => {
    if (underWay === atOnce || waiting.length === 0) return;
    underWay += 1;
    await settle(take());
    underWay -= 1;
    void goOn();
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void goOn();
    });
}
