import { afterEach } from 'vitest';

/** Returns a list of functions that are called at the end of each test. */
export function useClosers(): (() => Promise<void> | void)[] {
  const closers: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return closers;
}
