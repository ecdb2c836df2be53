import type { Deps } from '../../deps.ts';
import { describeCause } from '../../describe-cause.ts';
import { addReads } from '../../domain/release/index.ts';
import type { BundleReads } from './bundle-reads.ts';

const EVERY_MS = 60_000;

type WriteDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Writes the requests that were counted since the last write. If that fails, keeps them for the next write. */
export async function writeReads({ db, clock, log }: WriteDeps, reads: BundleReads): Promise<void> {
  const counts = reads.take();
  if (counts.length === 0) return;
  try {
    await addReads(db, counts, clock.now());
  } catch (error) {
    reads.giveBack(counts);
    log.warn({ err: describeCause(error) }, 'failed to write the number of requests for bundles');
  }
}

/**
 * Writes the counted requests once a minute, if the database is reachable.
 * @returns a function that writes the last counts and stops
 */
export function keepWritingReads(
  deps: WriteDeps,
  { bundles, database }: { bundles: { readonly reads: BundleReads }; database: { isUp: boolean } },
): () => Promise<void> {
  let writing = Promise.resolve();
  const write = (): Promise<void> => {
    writing = writing.then(async () => {
      if (database.isUp) await writeReads(deps, bundles.reads);
    });
    return writing;
  };
  const timer = setInterval(write, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await write();
  };
}
