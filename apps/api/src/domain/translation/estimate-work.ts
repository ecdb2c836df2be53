import type { Deps } from '../../deps.ts';
import { requireKeys } from '../key/require-keys.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import { catchUpMemory } from '../memory/index-memory.ts';
import { ownerOf, type Principal } from '../principal.ts';
import { getProject } from '../project/project.store.ts';
import { requireJobSize } from './create-job.ts';
import { type EstimateWork, estimateLocale, type LocaleEstimate } from './estimate.ts';
import { missingStrings, readFamilies } from './missing-strings.ts';
import { type MissingRequest, targetsOf } from './start-job.ts';
import { DEFAULT_INCLUDE } from './translation-job.store.ts';
import { optionsOf, type ResolvedRequest } from './translation-request.ts';

/** Estimate of the work, by locale. */
export type Estimate = ReadonlyMap<string, LocaleEstimate>;

const CATCH_UP_MS = 1_000;

type EstimateDeps = Pick<Deps, 'db' | 'clock' | 'engines'>;

/** Estimates a call or a job for strings of the caller. @throws `limit_exceeded` */
export async function estimateStrings(
  deps: EstimateDeps,
  principal: Principal,
  request: ResolvedRequest,
  signal: AbortSignal,
): Promise<Estimate> {
  const { strings, targetLocales, project, sourceLocale, options } = request;
  requireJobSize(strings.length * targetLocales.length);
  const { organizationId } = principal;
  const projectId = project?.id ?? null;
  const work = { organizationId, projectId, sourceLocale, options, signal };
  await catchUp(deps, work);
  const estimate = new Map<string, LocaleEstimate>();
  for (const locale of targetLocales) {
    estimate.set(locale, await estimateLocale(deps, work, locale, [strings]));
  }
  return estimate;
}

/** Estimates a job for what is missing or outdated in a project. @throws `not_found`, `validation_failed` */
export async function estimateMissing(
  deps: EstimateDeps,
  principal: Principal,
  input: MissingRequest,
  signal: AbortSignal,
): Promise<Estimate> {
  const { engine, formality, include = DEFAULT_INCLUDE } = input;
  const project = await getProject(deps.db, ownerOf(principal), input.projectId);
  const locales = await listAllLocales(deps.db, project.id);
  const targets = targetsOf(project, locales, input.targetLocales);
  const keyIds = input.keyIds ? [...new Set(input.keyIds)] : null;
  if (keyIds) await requireKeys(deps.db, project.id, keyIds);
  const missing = { project, keyIds, targets, include };
  const families = await readFamilies(deps.db, missing);
  const work = {
    organizationId: principal.organizationId,
    projectId: project.id,
    sourceLocale: project.source_locale,
    options: optionsOf(principal, project, { engine, formality }),
    signal,
  };
  await catchUp(deps, work);
  const estimate = new Map<string, LocaleEstimate>();
  for (const target of targets) {
    const strings = missingStrings(deps.db, missing, families, target);
    estimate.set(target.code, await estimateLocale(deps, work, target.code, strings));
  }
  return estimate;
}

/** Indexes the newest translations first, unless that takes too long. */
function catchUp(deps: EstimateDeps, work: EstimateWork): Promise<void> {
  const { organizationId, options, signal } = work;
  return catchUpMemory(deps, organizationId, options.memory, { maxMs: CATCH_UP_MS, signal });
}
