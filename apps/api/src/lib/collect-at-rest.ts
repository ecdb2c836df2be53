import { performance } from 'node:perf_hooks';

/** Interval at which the load of the process is measured, in milliseconds. */
const POLL_INTERVAL_MS = 10_000;
/** Maximum share of the time for which the event loop of an idle process is busy. */
const REST_SHARE = 0.05;

interface RestOptions {
  /** Returns the share of the time since the last call for which the event loop was busy. */
  busyShare(): number;
  /** Collects all garbage, and returns its memory to the system. */
  collect(): void;
}

/**
 * Returns a function that must be called at intervals. It collects garbage once each time the process becomes idle,
 * including after the start. Without this, V8 would keep the memory of a busy period until the next busy period.
 */
export function createRestCollector({ busyShare, collect }: RestOptions): () => void {
  let hasWorked = true;
  return () => {
    const isBusy = busyShare() > REST_SHARE;
    if (hasWorked && !isBusy) collect();
    hasWorked = isBusy;
  };
}

/** Collects garbage whenever this process becomes idle, if Node was started with `--expose-gc`. */
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
    // This kind of collection also shrinks the space for young objects.
    collect: () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  });
  setInterval(look, POLL_INTERVAL_MS).unref();
}
