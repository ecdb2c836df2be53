export { estimateMissing, estimateStrings } from './estimate.ts';
export { cancelJob, giveUpJob } from './jobs/cancel-job.ts';
export {
  type FinishedImport,
  type ImportTranslation,
  importAndTranslate,
} from './jobs/import-and-translate.ts';
export { readJobItems, waitForJob } from './jobs/job-results.ts';
export { runSlice } from './jobs/run-slice.ts';
export { startMissingJob, startStringsJob } from './jobs/start-job.ts';
export {
  getJob,
  isOver,
  isSeenBy,
  type JobRow,
  type LocaleErrors,
  listJobs,
} from './jobs/translation-job.store.ts';
export { categoryOf, stringOfKey } from './key-string.ts';
export { deleteMemory } from './memory/delete-memory.ts';
export { exportMemory } from './memory/export-memory.ts';
export { importMemory } from './memory/import-memory.ts';
export { isAnyMemoryChange } from './memory/index-memory.store.ts';
export { indexMemory, sweepMemory } from './memory/index-memory.ts';
export { openMemory } from './memory/memory.ts';
export { MemoryFile } from './memory/memory-file.ts';
export { searchMemory } from './memory/search-memory.ts';
export { previewTranslation } from './preview/preview-translation.ts';
export { includeOf } from './session.ts';
export { findSourceTexts } from './source-texts.ts';
export type { JobString, StringResult } from './strings.ts';
export {
  failWith,
  type LocaleTranslation,
  requireCallSize,
  translateNow,
} from './translate-now.ts';
export { resolveRequest } from './translation-request.ts';
