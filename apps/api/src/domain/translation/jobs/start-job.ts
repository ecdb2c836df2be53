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
import { requireLocalesRights } from '../../rights.ts';
import type { EngineChoices } from '../estimate.ts';
import { DEFAULT_INCLUDE, type TranslationWork } from '../session.ts';
import { optionsOf, type ResolvedRequest, resolveMissing } from '../translation-request.ts';
import { createMissingJob, createStringsJob, type MissingPlan } from './create-job.ts';
import type { JobRow } from './translation-job.store.ts';

type StartDeps = Pick<Deps, 'db' | 'clock' | 'tasks' | 'engines' | 'payments'>;

/**
 * Starts a translation job for strings in the request.
 *
 * @throws `unsupported_pair`, `limit_exceeded`, `insufficient_credits`
 */
export async function startStringsJob(
  deps: StartDeps,
  principal: Principal,
  { strings, targetLocales, ...work }: ResolvedRequest,
  signal: AbortSignal,
): Promise<JobRow> {
  const choices = await askEngines(deps, work, targetLocales);
  const refused = findRefused(choices, targetLocales);
  if (refused) failChoice(refused);
  const job = { ...work, actor: actorOf(principal), choices, signal };
  return createStringsJob(deps, job, strings, targetLocales);
}

/**
 * Starts a translation job for missing or outdated values of a project.
 *
 * @throws `not_found`, `archived`, `validation_failed`, `unsupported_pair`, `limit_exceeded`, `insufficient_credits`
 */
export async function startMissingJob(
  deps: StartDeps,
  principal: Principal,
  input: MissingRequest,
  signal: AbortSignal,
): Promise<JobRow> {
  const project = await getWritableProject(deps.db, ownerOf(principal), input.projectId);
  const missing = await resolveMissing(deps.db, principal, project, input);
  const targets = missing.targets.map(({ code }) => code);
  requireLocalesRights(principal, targets, project.source_locale);
  const named = input.targetLocales ? targets : [];
  const plan = await planMissing(deps, principal, project, input, { named, targets });
  const held = { content: 'exclusive' } as const;
  return editProject(deps, { principal, projectId: project.id }, held, ({ tx, now, ...edit }) => {
    const by = { ...plan, actor: actorOf(principal), now, signal };
    return createMissingJob(tx, deps, { ...missing, project: edit.project }, by);
  });
}

/** Determines the options of a translation job, and the engines for its target locales. */
export async function planMissing(
  deps: Pick<Deps, 'engines' | 'payments'>,
  principal: Principal,
  project: ProjectRow,
  wishes: Pick<MissingRequest, 'include' | 'engine' | 'formality'>,
  { named, targets }: { named: readonly string[]; targets: readonly string[] },
): Promise<MissingPlan> {
  const include = wishes.include ?? DEFAULT_INCLUDE;
  const options = { ...optionsOf(principal, project, wishes), include };
  const work = { sourceLocale: project.source_locale, options };
  const choices = await askEngines(deps, work, deps.payments === null ? named : targets);
  return { options, refused: findRefused(choices, named), choices };
}

async function askEngines(
  { engines }: Pick<Deps, 'engines'>,
  { sourceLocale, options }: Pick<TranslationWork, 'sourceLocale' | 'options'>,
  targetLocales: readonly string[],
): Promise<EngineChoices> {
  const ask = async (locale: string) =>
    [locale, await chooseEngines(engines, options, sourceLocale, locale)] as const;
  return new Map(await Promise.all(targetLocales.map(ask)));
}

/**
 * If no engine translates into any of the named locales, returns the refusal for the first of these
 * locales. Otherwise, returns null.
 */
function findRefused(choices: EngineChoices, named: readonly string[]): EngineChoice | null {
  const found = named.flatMap((locale) => choices.get(locale) ?? []);
  return found.some(isServable) ? null : (found[0] ?? null);
}
