import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fromBytes, type StaticContent, type StaticParts } from '../answer/static-answer.ts';

/**
 * Returns the script of the API reference. A worker thread reads it, because Scalar's package
 * contains it as a string literal of 4 MB, which takes about 300 ms to load and compress.
 */
export async function readScalarScript(): Promise<StaticContent> {
  const worker = new Worker(new URL('./scalar.worker.ts', import.meta.url));
  const [parts] = (await once(worker, 'message')) as [StaticParts];
  await worker.terminate();
  return fromBytes(parts);
}
