/** Returns all items of an async iterator. Node 20 lacks `Array.fromAsync`. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Groups items by a name. Node 20 lacks `Map.groupBy`. */
export function groupBy<Item, Name>(
  items: Iterable<Item>,
  nameOf: (item: Item) => Name,
): Map<Name, Item[]> {
  const groups = new Map<Name, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** Processes items in parallel, at most `width` at once. The first failure ends the processing. */
export async function inParallel<Item>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const run = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, run));
}
