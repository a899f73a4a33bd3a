export interface BatchTerms<Item> {
  /** The most batches that run at the same time. Items that come meanwhile wait and share the next batch. */
  atOnce: number;
  /** The limits of one batch, in items and in the unit of `sizeOf`. A single item may exceed the size. */
  most: { items: number; size: number };
  sizeOf(item: Item): number;
  /** Whether a batch may have failed because of one of its items. If so, each item is tried by itself. */
  triesAlone(error: unknown): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: combines calls that come close together into one call of `run`. `run` gets the items in the order of the calls and
 * returns the results in the same order. A single call does not wait.
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
