/**
 * Processes all items together. If an item makes the call fail, processes each half of the items
 * separately, until only the bad item fails. For the bad item, the result of `failAlone` is used.
 */
export async function inHalves<Item, Result>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  failAlone: (error: unknown, item: Item) => Result,
): Promise<readonly Result[]> {
  try {
    return await work(items);
  } catch (error) {
    const alone = failAlone(error, items[0]!);
    if (items.length <= 1) return [alone];
  }
  const middle = Math.ceil(items.length / 2);
  const first = await inHalves(items.slice(0, middle), work, failAlone);
  return [...first, ...(await inHalves(items.slice(middle), work, failAlone))];
}
