import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { editProject } from '../../edit-project.ts';
import { listAllLocales } from '../../locale/locale.store.ts';
import { actorOf, ownerOf, type Principal } from '../../principal.ts';
import { getWritableProject, type ProjectRow } from '../../project/project.store.ts';
import type { ProjectRef } from '../../tenant.ts';
import {
  chooseEngines,
  type EngineChoice,
  isServable,
  refuseChoice,
} from '../engines/select-engines.ts';
import { DEFAULT_INCLUDE, includeOf, type JobOptions } from '../session.ts';
import { optionsOf, type ResolvedRequest } from '../translation-request.ts';
import { createMissingJob, createStringsJob } from './create-job.ts';
import { type MissingRequest, resolveMissing } from './missing-request.ts';
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
  const refused = await findRefused(deps, work.options, work.sourceLocale, targetLocales);
  if (refused) refuseChoice(refused);
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
  const targets = missing.targets.map(({ code }) => code);
  const areNamed = input.targetLocales !== undefined;
  const plan = await planMissing(deps, principal, project, { ...input, targets, areNamed });
  return editProject(
    deps,
    { principal, projectId: project.id },
    { content: 'exclusive' },
    async (edit) => {
      const by = { actor: actorOf(principal), now: edit.now, refused: plan.refused };
      return createMissingJob(
        edit.tx,
        deps,
        { ...missing, project: edit.project },
        plan.options,
        by,
      );
    },
  );
}

/** Data of a job that are read before the transaction that makes it. */
export interface MissingPlan {
  readonly options: JobOptions;
  /** Set if no engine translates into any of the locales that the caller names. */
  readonly refused: EngineChoice | null;
}

/** The locales of a job, which the caller named, or all enabled ones. */
export interface PlanInput extends Pick<MissingRequest, 'engine' | 'formality' | 'include'> {
  readonly targets: readonly string[];
  readonly areNamed: boolean;
}

export async function planMissing(
  deps: Pick<Deps, 'engines'>,
  principal: Principal,
  project: ProjectRow,
  { targets, areNamed, include = DEFAULT_INCLUDE, ...wishes }: PlanInput,
): Promise<MissingPlan> {
  const options = { ...optionsOf(principal, project, wishes), include };
  const { source_locale: source } = project;
  return { options, refused: areNamed ? await findRefused(deps, options, source, targets) : null };
}

/** Starts the job for the keys of a file, in the transaction that imports it. */
export async function createImportJob(
  tx: Db,
  deps: Omit<StartDeps, 'db'>,
  principal: Principal,
  input: {
    projectId: ProjectRef;
    keyIds: readonly string[];
    targetLocales: readonly string[] | undefined;
    plan: MissingPlan;
  },
): Promise<JobRow> {
  const project = await getWritableProject(tx, ownerOf(principal), input.projectId);
  const locales = await listAllLocales(tx, project.id);
  const targets = locales.filter(
    ({ code, enabled }) =>
      enabled && code !== project.source_locale && (input.targetLocales?.includes(code) ?? true),
  );
  const { keyIds, plan } = input;
  const include = includeOf(plan.options);
  const missing = { project, keyIds, targets, include };
  const by = { actor: actorOf(principal), now: deps.clock.now(), refused: plan.refused };
  return createMissingJob(tx, deps, missing, plan.options, by);
}

/** The first choice if none of the locales can be served; null if one can, or there is none. */
async function findRefused(
  { engines }: Pick<Deps, 'engines'>,
  { requestedEngine: requested, projectEngine: ofProject }: JobOptions,
  sourceLocale: string,
  targetLocales: readonly string[],
): Promise<EngineChoice | null> {
  const choices = await Promise.all(
    targetLocales.map((tag) => chooseEngines(engines, { requested, ofProject }, sourceLocale, tag)),
  );
  return choices.some(isServable) ? null : (choices[0] ?? null);
}
