import { recheckMemory as recheck } from '../domain/memory/index-memory.ts';
import { task } from './task.ts';

/** Lets the translation memory see keys that got their first source text late. */
export const recheckMemory = task({
  name: 'recheck-memory',
  everySeconds: 600,
  concurrency: 1,
  retryLimit: 5,
  retryDelaySeconds: 10,
  expireSeconds: 540,
  run: (deps, _payload, { signal }) => recheck(deps, signal),
});
