import { bulkChange } from './bulk-change.ts';
import { checkValues } from './check-values.ts';
import { foldCounts } from './fold-counts.ts';
import { indexMemory } from './index-memory.ts';
import { noteProgress } from './note-progress.ts';
import { publishRelease } from './publish-release.ts';
import { recheckMemory } from './recheck-memory.ts';
import { reconcileOrder } from './reconcile-order.ts';
import { sendMail } from './send-mail.ts';
import { sweepEnded } from './sweep-ended.ts';
import type { TaskDefinition } from './task.ts';
import { translateJob } from './translate-job.ts';

/** Every background task of the service. */
export const TASKS: readonly TaskDefinition[] = [
  bulkChange,
  checkValues,
  foldCounts,
  indexMemory,
  noteProgress,
  publishRelease,
  recheckMemory,
  reconcileOrder,
  sendMail,
  sweepEnded,
  translateJob,
];
