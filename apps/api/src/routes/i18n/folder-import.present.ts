import type { FaultyFile, FolderImportResult, ImportedFile } from '@parlance/contracts';
import type { ChosenFiles } from '../../domain/import/folder/choose-files.ts';
import type { FolderOutcome } from '../../domain/import/folder/import-folder.ts';
import type { ReadFile } from '../../domain/import/folder/read-files.ts';
import { presentWarnings } from './warnings.present.ts';

export const presentFolderImport = ({
  chosen: { spec, skipped },
  files,
  faulty,
  outcome,
  dryRun,
}: {
  chosen: ChosenFiles;
  files: readonly ReadFile[];
  faulty: FaultyFile[];
  outcome: FolderOutcome;
  dryRun: boolean;
}): FolderImportResult => ({
  importId: outcome.importId,
  changeId: outcome.changeId,
  dryRun,
  path: spec.path,
  source: spec.source ?? null,
  prefix: spec.prefix ?? '',
  locales: outcome.locales,
  keys: outcome.keys,
  values: outcome.values,
  files: files.map(({ path, locale, localeTag, format, prefix }, at) => {
    const { keys, values } = outcome.files[at]!;
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
  faulty,
  warnings: presentWarnings(outcome.warnings, 'folder'),
});
