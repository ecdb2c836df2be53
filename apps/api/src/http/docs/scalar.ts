import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fromBytes, type StaticContent, type StaticParts } from '../answer/static-answer.ts';

/**
 * Returns the script of the API reference. A worker thread loads and compresses it, because this
 * takes about 300 ms.
 */
export async function readScalarScript(): Promise<StaticContent> {
  const worker = new Worker(new URL('./scalar.worker.ts', import.meta.url));
  const [parts] = (await once(worker, 'message')) as [StaticParts];
  await worker.terminate();
  return fromBytes(parts);
}
