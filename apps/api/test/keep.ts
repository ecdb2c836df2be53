/** Time that something without a user is kept: the next file of the worker takes it well before. */
const IDLE_MS = 3_000;

/** Something that is expensive to start and that the test files of a worker take one after the other. */
export interface Kept<Thing> {
  /** Returns the thing, started if it is not there; null if another user has it. */
  take(): Promise<Thing> | null;
  /** Lets the next user have it. It ends if none comes. */
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
