import type { MissingWork as MissingRequest } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { type ImportInput, type ImportOutcome, importFile } from '../../files/index.ts';
import { actorOf, ownerOf, type Principal } from '../../kernel/index.ts';
import {
  getWritableProject,
  type LocaleRow,
  listAllLocales,
  type ProjectRow,
} from '../../project/index.ts';
import { includeOf } from '../session.ts';
import { createMissingJob } from './create-job.ts';
import { waitForJob } from './job-results.ts';
import { planMissing } from './start-job.ts';
import type { JobRow } from './translation-job.store.ts';

/**
 * Selects the values that a translation job after an import translates: missing values, outdated
 * values or both.
 */
export type ImportTranslation = Pick<MissingRequest, 'include'>;

export interface FinishedImport {
  readonly outcome: ImportOutcome;
  readonly job: JobRow | null;
}

/**
 * Imports a file, and starts a translation job for missing or outdated values of its keys. Waits
 * for the job for at most `waitMs`. If the job cannot be started, nothing is imported.
 * @returns the result of the import, and the job, which is null for a dry run or if there is
 * nothing to translate
 * @throws `unsupported_pair`, `insufficient_credits`, and the errors of {@link importFile}
 */
export async function importAndTranslate(
  deps: Pick<Deps, 'db' | 'clock' | 'tasks' | 'engines' | 'payments'>,
  principal: Principal,
  input: ImportInput,
  translation: ImportTranslation,
  waiting: { waitMs: number; signal: AbortSignal },
): Promise<FinishedImport> {
  const owner = ownerOf(principal);
  const before = await getWritableProject(deps.db, owner, input.projectId);
  const named = input.targetLocales.length > 0 ? input.targetLocales : undefined;
  const targetLocales = named?.filter((code) => code !== before.source_locale);
  const listed = named ? [] : await listAllLocales(deps.db, before.id);
  const targets = targetLocales ?? targetsAmong(listed, before).map(({ code }) => code);
  const locales = { named: targetLocales ?? [], targets };
  const plan = await planMissing(deps, principal, before, translation, locales);
  let started: JobRow | null = null;
  const outcome = await importFile(deps, principal, input, async (tx, { keyIds }) => {
    const project = await getWritableProject(tx, owner, input.projectId);
    const wanted = targetsAmong(await listAllLocales(tx, project.id), project).filter(
      ({ code }) => named?.includes(code) ?? true,
    );
    const missing = { project, keyIds, targets: wanted, include: includeOf(plan.options) };
    const now = deps.clock.now();
    const by = { ...plan, actor: actorOf(principal), now, signal: waiting.signal };
    started = await createMissingJob(tx, deps, missing, by);
  });
  const jobId = input.dryRun ? undefined : (started as JobRow | null)?.id;
  return {
    outcome,
    job: jobId === undefined ? null : await waitForJob(deps, owner, jobId, waiting),
  };
}

const targetsAmong = (locales: readonly LocaleRow[], project: ProjectRow): LocaleRow[] =>
  locales.filter(({ code, enabled }) => enabled && code !== project.source_locale);
