import type { MissingWork as MissingRequest } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { editProject } from '../../edit-project.ts';
import {
  chooseEngines,
  type EngineChoice,
  failChoice,
  isServable,
} from '../../engine/choose-engines.ts';
import { actorOf, ownerOf, type Principal } from '../../principal.ts';
import { getWritableProject, type ProjectRow } from '../../project/project.store.ts';
import { DEFAULT_INCLUDE, type TranslationWork } from '../session.ts';
import { optionsOf, type ResolvedRequest, resolveMissing } from '../translation-request.ts';
import { createMissingJob, createStringsJob, type MissingPlan } from './create-job.ts';
import type { JobRow } from './translation-job.store.ts';

type StartDeps = Pick<Deps, 'db' | 'clock' | 'tasks' | 'engines' | 'payments'>;

/**
 * Starts a job for strings of the caller.
 *
 * @throws `unsupported_pair`, `limit_exceeded`, `insufficient_credits`
 */
export async function startStringsJob(
  deps: StartDeps,
  principal: Principal,
  { strings, targetLocales, ...work }: ResolvedRequest,
): Promise<JobRow> {
  const refused = await findRefused(deps, work, targetLocales);
  if (refused) failChoice(refused);
  return createStringsJob(deps, { ...work, actor: actorOf(principal) }, strings, targetLocales);
}

/**
 * Starts a job for what is missing or outdated in a project.
 *
 * @throws `not_found`, `archived`, `validation_failed`, `unsupported_pair`, `limit_exceeded`,
 * `insufficient_credits`
 */
export async function startMissingJob(
  deps: StartDeps,
  principal: Principal,
  input: MissingRequest,
): Promise<JobRow> {
  const project = await getWritableProject(deps.db, ownerOf(principal), input.projectId);
  const missing = await resolveMissing(deps.db, project, input);
  const named = input.targetLocales && missing.targets.map(({ code }) => code);
  const plan = await planMissing(deps, principal, project, input, named);
  const held = { content: 'exclusive' } as const;
  return editProject(deps, { principal, projectId: project.id }, held, ({ tx, now, ...edit }) => {
    const by = { ...plan, actor: actorOf(principal), now };
    return createMissingJob(tx, deps, { ...missing, project: edit.project }, by);
  });
}

/** Plans a job into the locales that the caller names, or into all. */
export async function planMissing(
  deps: Pick<Deps, 'engines'>,
  principal: Principal,
  project: ProjectRow,
  wishes: Pick<MissingRequest, 'include' | 'engine' | 'formality'>,
  named: readonly string[] = [],
): Promise<MissingPlan> {
  const include = wishes.include ?? DEFAULT_INCLUDE;
  const options = { ...optionsOf(principal, project, wishes), include };
  const work = { sourceLocale: project.source_locale, options };
  return { options, refused: await findRefused(deps, work, named) };
}

/** The first choice if none of the locales can be served; null if one can, or there is none. */
async function findRefused(
  { engines }: Pick<Deps, 'engines'>,
  { sourceLocale, options }: Pick<TranslationWork, 'sourceLocale' | 'options'>,
  targetLocales: readonly string[],
): Promise<EngineChoice | null> {
  const choices = await Promise.all(
    targetLocales.map((locale) => chooseEngines(engines, options, sourceLocale, locale)),
  );
  return choices.some(isServable) ? null : (choices[0] ?? null);
}
