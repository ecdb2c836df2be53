import { performance } from 'node:perf_hooks';

/** Interval, in milliseconds, at which the load of the process is looked at. */
const LOOK_MS = 10_000;
/** Share of the time for which the event loop of a process at rest is busy. */
const REST_SHARE = 0.05;

interface RestOptions {
  /** Returns the share of the time since the last call for which the event loop was busy. */
  busyShare(): number;
  /** Collects all garbage, and returns its memory to the system. */
  collect(): void;
}

/**
 * Returns a function to be called at intervals. It collects garbage once when the process comes to rest, after its start
 * too. V8 keeps the memory that busy times took, because it expects the next one.
 */
export function createRestCollector({ busyShare, collect }: RestOptions): () => void {
  let hasWorked = true;
  return () => {
    const isBusy = busyShare() > REST_SHARE;
    if (hasWorked && !isBusy) collect();
    hasWorked = isBusy;
  };
}

/** Collects garbage whenever this process comes to rest, if Node was started with `--expose-gc`. */
export function collectAtRest(): void {
  const { gc } = globalThis;
  if (gc === undefined) return;
  let before = performance.eventLoopUtilization();
  const look = createRestCollector({
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    // This kind also makes the space of young objects small again.
    collect: () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  setInterval(look, LOOK_MS).unref();
}
