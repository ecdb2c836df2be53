import type { ImportOverride } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';
import { importFile } from '../import/import-file.ts';
import type { ImportOutcome } from '../import/import-input.ts';
import type { Principal } from '../principal.ts';
import type { ProjectRef } from '../tenant.ts';
import { Decisions } from './decisions.ts';
import { planImport } from './plan-import.ts';
import { getOpenImport, type StagedImportRow } from './staged-import.store.ts';

export interface ApplyInput {
  projectId: ProjectRef;
  importId: string;
  overrides: readonly ImportOverride[];
  /** Says if new source texts of the file keep their translations. */
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
  const { content, plan } = await planImport(db, staged, new Decisions(overrides), clock.now);
  const outcome = await importFile(deps, principal, {
    projectId,
    format: staged.format,
    localeTag: staged.locale,
    content,
    targetLocales: staged.target_locales,
    pathOf: () => null,
    mode: staged.mode,
    dryRun: false,
    prune: staged.prune,
    keepTranslations,
    lowersTo: [],
    address,
    plan,
  });
  return { staged, outcome };
}
