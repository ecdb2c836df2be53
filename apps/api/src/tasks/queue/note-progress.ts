import { noteDailyProgress } from '../../domain/editor/index.ts';
import { task } from './task.ts';

export const noteProgress = task({
  name: 'note-progress',
  everySeconds: 3600,
  concurrency: 1,
  retryLimit: 2,
  retryDelaySeconds: 60,
  expireSeconds: 1800,
  run: (deps, _payload, { signal }) => noteDailyProgress(deps, signal),
});
