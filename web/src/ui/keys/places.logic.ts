interface Placed {
  id: string;
  group: string;
}

/** Puts the items of a group together. Items that were listed before keep their places, and new ones follow them. */
export function inPlaces<Item extends Placed>(items: readonly Item[], listed: readonly string[]): Item[] {
  const places = new Map(listed.map((id, index) => [id, index]));
  const place = ({ id }: Item) => places.get(id) ?? listed.length;
  const grouped = [...Map.groupBy(items, ({ group }) => group).values()].flat();
  return grouped.toSorted((one, other) => place(one) - place(other));
}

/** Runs of neighbouring items of the same group, in their order: a group may come twice. */
export function runsOf<Item extends Placed>(items: readonly Item[]): { group: string; items: Item[] }[] {
  const runs: { group: string; items: Item[] }[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.group === item.group) last.items.push(item);
    else runs.push({ group: item.group, items: [item] });
  }
  return runs;
}
