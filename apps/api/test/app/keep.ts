/**
 * Idle time in milliseconds before a shared resource is closed. The next file of the worker takes the resource well
 * before that.
 */
const IDLE_MS = 3_000;

/** An expensive resource that the test files of a worker use one after the other. */
export interface Kept<Thing> {
  /** Returns the resource, and starts it if necessary. Returns null if another user has it. */
  take(): Promise<Thing> | null;
  /** Releases the resource. It closes after `IDLE_MS` without a user. */
  release(): void;
}

export function keep<Thing extends { close(): Promise<void> }>(
  start: () => Promise<Thing>,
): Kept<Thing> {
  let thing: Promise<Thing> | null = null;
  let isTaken = false;
  let idle: NodeJS.Timeout | undefined;
  return {
    take() {
      if (isTaken) return null;
      clearTimeout(idle);
      isTaken = true;
      thing ??= start();
      return thing;
    },
    release() {
      isTaken = false;
      idle = setTimeout(() => {
        const ending = thing;
        thing = null;
        ending?.then((thing) => thing.close()).catch(() => {});
      }, IDLE_MS);
      idle.unref();
    },
  };
}
