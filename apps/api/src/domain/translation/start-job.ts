import type { Formality, JobInclude } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { failAt } from '../../errors.ts';
import { editProject } from '../edit-project.ts';
import { requireKeys } from '../key/require-keys.ts';
import { type LocaleRow, listAllLocales } from '../locale/locale.store.ts';
import { requireLanguageTag } from '../locale/locale-tag.ts';
import { actorOf, ownerOf, type Principal } from '../principal.ts';
import { getWritableProject, type ProjectRow } from '../project/project.store.ts';
import type { ProjectRef } from '../tenant.ts';
import { createStringsJob } from './create-job.ts';
import { createMissingJob } from './create-missing-job.ts';
import { chooseEngines, type EngineChoice, isServable, refuseChoice } from './select-engines.ts';
import {
  DEFAULT_INCLUDE,
  includeOf,
  type JobOptions,
  type JobRow,
} from './translation-job.store.ts';
import { optionsOf, type ResolvedRequest } from './translation-request.ts';

type StartDeps = Pick<Deps, 'db' | 'clock' | 'tasks' | 'engines' | 'payments'>;

/**
 * Starts a job for strings of the caller.
 *
 * @throws `unsupported_pair`, `limit_exceeded`, `insufficient_credits`
 */
export async function startStringsJob(
  deps: StartDeps,
  principal: Principal,
  request: ResolvedRequest,
): Promise<JobRow> {
  const { strings, project, sourceLocale, targetLocales, options } = request;
  const refused = await findRefused(deps, options, sourceLocale, targetLocales);
  if (refused) refuseChoice(refused);
  const { organizationId } = principal;
  const actor = actorOf(principal);
  const job = { organizationId, actor, projectId: project?.id ?? null, sourceLocale, options };
  return createStringsJob(deps, job, strings, targetLocales);
}

/** Input of a job for values of a project. */
export interface MissingRequest {
  readonly projectId: string;
  readonly targetLocales?: readonly string[];
  readonly include?: readonly JobInclude[];
  /** Only these keys, and the families that they are forms of. */
  readonly keyIds?: readonly string[];
  readonly engine?: string;
  readonly formality?: Formality;
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
  const locales = await listAllLocales(deps.db, project.id);
  const targets = targetsOf(project, locales, input.targetLocales);
  const keyIds = input.keyIds ? [...new Set(input.keyIds)] : null;
  if (keyIds) await requireKeys(deps.db, project.id, keyIds);
  const areNamed = input.targetLocales !== undefined;
  const plan = await planMissing(deps, principal, project, { ...input, targets, areNamed });
  return editProject(
    deps,
    { principal, projectId: project.id },
    { content: 'exclusive' },
    async (edit) => {
      return createMissingJob(
        edit.tx,
        deps,
        { project: edit.project, keyIds, targets, include: includeOf(plan.options) },
        { actor: actorOf(principal), now: edit.now, ...plan },
      );
    },
  );
}

/** Data of a job that are read before the transaction that makes it. */
export interface MissingPlan {
  readonly options: JobOptions;
  /** Set where no engine translates into any of the locales that the caller names. */
  readonly refused: EngineChoice | null;
}

/** Reads the data of a job for locales that the caller named, or for all enabled ones. */
export interface PlanInput extends Pick<MissingRequest, 'engine' | 'formality' | 'include'> {
  readonly targets: readonly { readonly code: string }[];
  readonly areNamed: boolean;
}

export async function planMissing(
  deps: Pick<Deps, 'engines'>,
  principal: Principal,
  project: ProjectRow,
  { targets, areNamed, include = DEFAULT_INCLUDE, ...wishes }: PlanInput,
): Promise<MissingPlan> {
  const options = { ...optionsOf(principal, project, wishes), include };
  const codes = targets.map(({ code }) => code);
  const refused = areNamed ? await findRefused(deps, options, project.source_locale, codes) : null;
  return { options, refused };
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
  const wanted = input.targetLocales;
  const targets = locales.filter(
    ({ code, enabled }) =>
      enabled && code !== project.source_locale && (wanted === undefined || wanted.includes(code)),
  );
  const work = {
    project,
    keyIds: input.keyIds,
    targets,
    include: includeOf(input.plan.options),
  };
  const by = { actor: actorOf(principal), now: deps.clock.now(), ...input.plan };
  return createMissingJob(tx, deps, work, by);
}

/** The first choice where none of the locales can be served; null where one can, or there is none. */
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

/** The enabled locales, or those that are named. @throws `validation_failed` */
export function targetsOf(
  project: ProjectRow,
  locales: readonly LocaleRow[],
  named: readonly string[] | undefined,
): LocaleRow[] {
  const wanted = named?.map((given, index) => {
    const path = `/targetLocales/${index}`;
    const code = requireLanguageTag(given, path);
    const locale = locales.find((one) => one.code === code);
    if (locale?.enabled) return locale;
    return failAt(path, locale ? 'is disabled' : 'is not a locale of the project');
  });
  const targets = wanted ?? locales.filter(({ enabled }) => enabled);
  return [...new Set(targets)].filter(({ code }) => code !== project.source_locale);
}
