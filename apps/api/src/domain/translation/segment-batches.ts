import type { EngineCapabilities, Segment } from '../../providers/mt/engine.ts';

/** Segments as calls that keep the engine's limits, in order. A segment over the length goes alone. */
export function batchSegments<Item extends { readonly segment: Segment }>(
  items: readonly Item[],
  limits: Pick<EngineCapabilities, 'maxBatchSegments' | 'maxBatchLength'>,
): Item[][] {
  const batches: Item[][] = [];
  let batch: Item[] = [];
  let length = 0;
  for (const item of items) {
    const added = item.segment.body.length;
    const isFull = batch.length >= limits.maxBatchSegments;
    if (batch.length > 0 && (isFull || length + added > limits.maxBatchLength)) {
      batches.push(batch);
      batch = [];
      length = 0;
    }
    batch.push(item);
    length += added;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
