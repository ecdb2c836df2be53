import type { ImportResult } from '@parlance/contracts';
import type { ProjectRef } from '../../domain/kernel/index.ts';
import { type FinishedImport, isOver } from '../../domain/translation/index.ts';
import { syncAnswer } from '../../http/answer/sync-answer.ts';
import type { ReadImport } from '../../http/body/import-body.ts';
import { presentJob } from '../translate/translation.present.ts';
import { presentWarnings } from './warnings.present.ts';

/** Returns the response to an import. The status is 202 while a translation is running. */
export const presentImport = (
  projectId: ProjectRef,
  read: ReadImport,
  { outcome, job }: FinishedImport,
): { data: ImportResult; status: 200 | 202 } & ReturnType<typeof syncAnswer> => ({
  data: resultOf(read, outcome, job),
  status: job === null || isOver(job) ? 200 : 202,
  ...syncAnswer(projectId, outcome.syncState),
});

const resultOf = (
  { options, localeTag, format }: ReadImport,
  outcome: FinishedImport['outcome'],
  job: FinishedImport['job'],
): ImportResult => ({
  importId: outcome.importId,
  changeId: outcome.changeId,
  locale: localeTag,
  format: format.id as ImportResult['format'],
  dryRun: options.dryRun ?? false,
  locales: outcome.locales,
  keys: outcome.keys,
  values: outcome.values,
  warnings: presentWarnings(outcome.warnings, 'import'),
  translation: job && presentJob(job),
});
