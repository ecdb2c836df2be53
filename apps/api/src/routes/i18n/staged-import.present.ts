import type { ImportResult, StagedImport } from '@parlance/contracts';
import type { ImportOutcome, StagedFolder, StagedImportRow } from '../../domain/files/index.ts';
import { presentWarnings } from './warnings.present.ts';

export const presentStagedImport = (
  row: StagedImportRow,
  status: StagedImport['status'] = row.applied_at === null ? 'open' : 'applied',
): StagedImport => ({
  importId: row.id,
  status,
  locale: row.locale,
  format: row.format as StagedImport['format'],
  mode: row.mode,
  prune: row.prune,
  locales: row.result.locales,
  keys: row.result.keys,
  counts: row.result.counts,
  folder: row.folder && presentFolder(row.folder),
  warnings: presentWarnings(row.warnings, row.folder ? 'folder' : 'import'),
  createdAt: row.created_at.toISOString(),
  createdBy: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  expiresAt: row.expires_at.toISOString(),
});

const presentFolder = ({
  files,
  skipped,
  faulty,
  ...pattern
}: StagedFolder): NonNullable<StagedImport['folder']> => ({
  ...pattern,
  files: files.map(({ path, locale, localeTag, format, prefix }) => ({
    path,
    locale: locale === null ? null : localeTag,
    format: format as StagedImport['format'],
    prefix,
  })),
  skipped: [...skipped],
  faulty: [...faulty],
});

export const presentAppliedImport = ({
  staged,
  outcome,
}: {
  staged: StagedImportRow;
  outcome: ImportOutcome;
}): ImportResult => ({
  changeId: outcome.changeId,
  locales: outcome.locales,
  keys: outcome.keys,
  values: outcome.values,
  warnings: presentWarnings(outcome.warnings, staged.folder ? 'folder' : 'import'),
  importId: staged.id,
  locale: staged.locale,
  format: staged.format as ImportResult['format'],
  dryRun: false,
  translation: null,
});
