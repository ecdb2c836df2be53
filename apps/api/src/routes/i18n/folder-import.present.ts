import type { FolderImportResult, ImportedFile } from '@parlance/contracts';
import type { ChosenFiles, FolderOutcome } from '../../domain/files/index.ts';
import { presentWarnings } from './warnings.present.ts';

export const presentFolderImport = (
  { spec, skipped }: ChosenFiles,
  outcome: FolderOutcome,
  dryRun: boolean,
): FolderImportResult => ({
  importId: outcome.importId,
  changeId: outcome.changeId,
  dryRun,
  path: spec.path,
  source: spec.source ?? null,
  prefix: spec.prefix ?? '',
  locales: outcome.locales,
  keys: outcome.keys,
  values: outcome.values,
  files: outcome.imported.map(({ path, locale, localeTag, format, prefix }, index) => {
    const { keys, values } = outcome.files[index]!;
    const { created, restored, total } = keys;
    return {
      path,
      locale: locale === null ? null : localeTag,
      format: format as ImportedFile['format'],
      prefix,
      keys: { created, restored, total },
      values,
    };
  }),
  skipped: [...skipped],
  faulty: [...outcome.faulty],
  warnings: presentWarnings(outcome.warnings, 'folder'),
});
