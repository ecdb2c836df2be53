/**
 * Processes all items together. If that fails because of an item, processes the two halves
 * separately, so only this item is lost. `failAlone` returns the result of an item that fails on
 * its own, or rethrows an error that no item caused.
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
