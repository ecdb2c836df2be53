import { checkValues } from './check-values.ts';
import { indexMemory } from './index-memory.ts';
import { recheckMemory } from './recheck-memory.ts';
import { reconcileOrder } from './reconcile-order.ts';
import { recountOutdated } from './recount-outdated.ts';
import { sendMail } from './send-mail.ts';
import { sweepEnded } from './sweep-ended.ts';
import type { TaskDefinition } from './task.ts';
import { translateJob } from './translate-job.ts';

/** Every background task of the service. */
export const TASKS: readonly TaskDefinition[] = [
  checkValues,
  indexMemory,
  recheckMemory,
  reconcileOrder,
  recountOutdated,
  sendMail,
  sweepEnded,
  translateJob,
];
