import type { MissingWork as MissingRequest } from '@parlance/contracts';
import type { Deps } from '../../../deps.ts';
import { numberChanges } from '../../content/index.ts';
import { actorOf, ownerOf, type Principal, requireLocalesRights } from '../../kernel/index.ts';
import {
  chooseForLocales,
  type EngineChoice,
  type EngineChoices,
  editProject,
  failChoice,
  getWritableProject,
  isServable,
  type ProjectRow,
} from '../../project/index.ts';
import { DEFAULT_INCLUDE } from '../session.ts';
import { settingsByLocale } from '../settings-by-locale.ts';
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
  const { sourceLocale, options } = work;
  const choices = await chooseForLocales(deps.engines, options, sourceLocale, targetLocales);
  const refused = findRefused(choices, targetLocales);
  if (refused) failChoice(refused);
  const job = { ...work, actor: actorOf(principal), choices, signal };
  return createStringsJob(deps, job, strings, targetLocales);
}

/**
 * Starts a translation job for missing, outdated or renewable values of a project.
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
  // A job without strings ends at once, and is announced after the changes before it.
  await numberChanges(deps.db, project.id);
  const held = { content: 'exclusive' } as const;
  return editProject(deps, { principal, projectId: project.id }, held, ({ tx, now, ...edit }) => {
    const by = { ...plan, actor: actorOf(principal), now, signal };
    return createMissingJob(tx, deps, { ...missing, project: edit.project }, by);
  });
}

/** Determines the options of a translation job, and the engines for its target locales. */
export async function planMissing(
  deps: Pick<Deps, 'db' | 'engines' | 'payments'>,
  principal: Principal,
  project: ProjectRow,
  wishes: Pick<MissingRequest, 'include' | 'engine' | 'formality'>,
  { named, targets }: { named: readonly string[]; targets: readonly string[] },
): Promise<MissingPlan> {
  const include = wishes.include ?? DEFAULT_INCLUDE;
  const options = { ...(await optionsOf(deps.db, principal, project, wishes)), include };
  const isRenewing = include.includes('renewable');
  const asked = deps.payments === null && !isRenewing ? named : targets;
  const choices = await chooseForLocales(deps.engines, options, project.source_locale, asked);
  const refused = findRefused(choices, named);
  if (!isRenewing) return { options, refused, choices };
  const engineSettings = await settingsByLocale(deps, project.id, options, choices);
  return { options, refused, choices, engineSettings };
}

/**
 * If no engine translates into any of the named locales, returns the refusal for the first of these
 * locales. Otherwise, returns null.
 */
function findRefused(choices: EngineChoices, named: readonly string[]): EngineChoice | null {
  const found = named.flatMap((locale) => choices.get(locale) ?? []);
  return found.some(isServable) ? null : (found[0] ?? null);
}
