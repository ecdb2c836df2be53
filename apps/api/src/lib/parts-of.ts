export interface PartLimits {
  readonly maxItems?: number;
  readonly maxLength: number;
}

/**
 * Divides items into consecutive groups of at most `maxItems` items and `maxLength` total length.
 * An item longer than `maxLength` becomes a separate group.
 */
export function* partsOf<Item>(
  items: Iterable<Item>,
  { maxItems = Number.POSITIVE_INFINITY, maxLength }: PartLimits,
  lengthOf: (item: Item) => number,
): Generator<Item[], void> {
  let part: Item[] = [];
  let length = 0;
  for (const item of items) {
    const itemLength = lengthOf(item);
    if (part.length > 0 && (part.length >= maxItems || length + itemLength > maxLength)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(item);
    length += itemLength;
  }
  if (part.length > 0) yield part;
}
