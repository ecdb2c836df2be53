export interface PartLimits {
  readonly maxItems?: number;
  readonly maxLength: number;
}

/**
 * Divides a list of items into consecutive groups that are within both limits. An item that exceeds
 * a limit by itself becomes a group of its own.
 */
export function* partsOf<Item>(
  items: Iterable<Item>,
  { maxItems = Number.POSITIVE_INFINITY, maxLength }: PartLimits,
  lengthOf: (item: Item) => number,
): Generator<Item[], void> {
  let part: Item[] = [];
  let length = 0;
  for (const item of items) {
    const own = lengthOf(item);
    if (part.length > 0 && (part.length >= maxItems || length + own > maxLength)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(item);
    length += own;
  }
  if (part.length > 0) yield part;
}
