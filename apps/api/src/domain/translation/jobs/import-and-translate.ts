import type { JobInclude } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { importFile } from '../../import/import-file.ts';
import type { ImportInput, ImportOutcome } from '../../import/import-input.ts';
import { listAllLocales } from '../../locale/locale.store.ts';
import { ownerOf, type Principal } from '../../principal.ts';
import { getWritableProject } from '../../project/project.store.ts';
import { waitForJob } from './job-results.ts';
import { createImportJob, planMissing } from './start-job.ts';
import type { JobRow } from './translation-job.store.ts';

/** The values that an import's job translates. */
export interface ImportTranslation {
  readonly include?: readonly JobInclude[];
}

/** The result of an import; `job` is null if nothing is translated. */
export interface FinishedImport {
  readonly outcome: ImportOutcome;
  readonly job: JobRow | null;
}

/**
 * Imports a file and starts a job for the values that the target locales lack for its keys, or for their
 * outdated ones; waits for the job up to `waitMs`.
 *
 * @returns what was imported, and the job; null if nothing was to be translated, and for a dry run
 * @throws as {@link importFile}, `unsupported_pair` and `insufficient_credits`: then nothing was
 * imported
 */
export async function importAndTranslate(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks' | 'engines' | 'payments'>,
  principal: Principal,
  input: ImportInput,
  { include }: ImportTranslation,
  waiting: { waitMs: number; signal: AbortSignal },
): Promise<FinishedImport> {
  const { projectId } = input;
  const project = await getWritableProject(deps.db, ownerOf(principal), projectId);
  const locales = await listAllLocales(deps.db, projectId);
  const targetLocales = input.targetLocales.length > 0 ? input.targetLocales : undefined;
  const codes = targetLocales ?? [
    ...locales.filter(({ enabled }) => enabled).map(({ code }) => code),
    ...input.content.locales.map(({ localeTag }) => localeTag),
  ];
  const targets = [...new Set(codes)].filter((code) => code !== project.source_locale);
  const plan = await planMissing(deps, principal, project, {
    targets,
    areNamed: targetLocales !== undefined,
    include,
  });
  let started: JobRow | null = null;
  const outcome = await importFile(deps, principal, input, async (tx, { keyIds }) => {
    started = await createImportJob(tx, deps, principal, {
      projectId,
      keyIds,
      targetLocales,
      plan,
    });
  });
  // That of a dry run is undone like everything else.
  const jobId = input.dryRun ? undefined : (started as JobRow | null)?.id;
  return {
    outcome,
    job: jobId === undefined ? null : await waitForJob(deps, ownerOf(principal), jobId, waiting),
  };
}
