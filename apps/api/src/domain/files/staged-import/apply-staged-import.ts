import type { ImportOverride } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import type { Principal, ProjectRef } from '../../kernel/index.ts';
import { importOnce } from '../import/folder/import-folder.ts';
import { importFile } from '../import/import-file.ts';
import type { ImportOutcome } from '../import/import-input.ts';
import { Decisions } from './decisions.ts';
import { planImport } from './plan-import.ts';
import { getOpenImport, type StagedImportRow } from './staged-import.store.ts';

export interface ApplyInput {
  projectId: ProjectRef;
  importId: string;
  overrides: readonly ImportOverride[];
  /** Decides whether translations of changed source texts stay up to date. */
  keepTranslations?: boolean | undefined;
  address: string;
}

/**
 * Applies a staged import in one transaction.
 * @throws `not_found`, `archived`, `limit_exceeded`; `conflict` if the import was applied already;
 * `import_conflict` if a key or value has changed since the staging, or if a conflict has no
 * decision
 */
export async function applyStagedImport(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks'>,
  principal: Principal,
  { projectId, importId, overrides, keepTranslations, address }: ApplyInput,
): Promise<{ staged: StagedImportRow; outcome: ImportOutcome }> {
  const { db, clock } = deps;
  const staged = await getOpenImport(db, projectId, importId, clock.now());
  const { files, whole } = await planImport(db, staged, new Decisions(overrides), clock.now);
  const { mode, folder } = staged;
  const common = { projectId, mode, dryRun: false, keepTranslations, address };
  if (folder) {
    const outcome = await importOnce(deps, principal, {
      ...common,
      files: folder.files.map((file, index) => ({ ...file, content: files[index]!.content })),
      faulty: folder.faulty,
      prune: false,
      skipsFaulty: false,
      sourceLocale: staged.locale,
      plan: { ...whole, files: files.map(({ plan }) => plan) },
      setWarnings: staged.file_warnings.listed,
    });
    return { staged, outcome };
  }
  const [{ content, plan }] = files as [(typeof files)[number]];
  const outcome = await importFile(deps, principal, {
    ...common,
    format: staged.format,
    localeTag: staged.locale,
    content,
    targetLocales: staged.target_locales,
    pathOf: () => null,
    prune: staged.prune,
    lowersTo: [],
    plan: { ...plan, ...whole },
  });
  return { staged, outcome };
}
