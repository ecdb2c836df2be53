import type { ImportResult } from '@parlance/contracts';
import type { ImportOutcome } from '../../domain/import/import-file.ts';
import type { JobRow } from '../../domain/translation/translation-job.store.ts';
import type { ReadImport } from '../../http/import-body.ts';
import { presentJob } from '../translate/translation.present.ts';

/** How long an import waits for its translation where the request does not say: a small file comes back translated. */
export const TRANSLATION_WAIT_SECONDS = 10;

export const presentImport = (
  { options, localeTag, format }: Pick<ReadImport, 'options' | 'localeTag' | 'format'>,
  outcome: ImportOutcome,
  job: JobRow | null,
): ImportResult => ({
  importId: outcome.importId,
  locale: localeTag,
  format: format.id as ImportResult['format'],
  dryRun: options.dryRun ?? false,
  locales: outcome.locales,
  keys: outcome.keys,
  values: outcome.values,
  warnings: outcome.warnings,
  translation: job && presentJob(job),
});
