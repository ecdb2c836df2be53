import { bulkChange } from '../bulk-change.ts';
import { foldCounts } from '../fold-counts.ts';
import { publishRelease } from '../publish-release.ts';
import { purgeCdn } from '../purge-cdn.ts';
import { remindOfQuestions } from '../remind-of-questions.ts';
import { sendMail } from '../send-mail.ts';
import { sweepBundleStore } from '../sweep-bundle-store.ts';
import { sweepContent } from '../sweep-content.ts';
import { sweepEnded } from '../sweep-ended.ts';
import { sweepOld } from '../sweep-old.ts';
import { syncBundleStore } from '../sync-bundle-store.ts';
import { translateJob } from '../translate-job.ts';
import { noteProgress } from './note-progress.ts';
import { reconcileOrder } from './reconcile-order.ts';
import type { TaskDefinition } from './task.ts';

export const TASKS: readonly TaskDefinition[] = [
  bulkChange,
  foldCounts,
  noteProgress,
  publishRelease,
  purgeCdn,
  sweepBundleStore,
  sweepContent,
  reconcileOrder,
  remindOfQuestions,
  sendMail,
  sweepEnded,
  sweepOld,
  syncBundleStore,
  translateJob,
];
