import type {
  MissingWork as MissingRequest,
  StringsWork,
  TranslationString,
} from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { failAt } from '../../errors.ts';
import { createYieldToLoop } from '../../lib/yield-to-loop.ts';
import { requireKeys } from '../content/index.ts';
import { isOwnLocale, ownerOf, type Principal, type ProjectRef } from '../kernel/index.ts';
import {
  type EngineOrders,
  effectiveSettings,
  engineOrdersOf,
  getProject,
  listAllLocales,
  type ProjectRow,
  readTranslationSettings,
  requireLanguageTag,
} from '../project/index.ts';
import type { MissingWork } from './jobs/missing-strings.ts';
import { DEFAULT_INCLUDE, type JobOptions, type TranslationWork } from './session.ts';
import { createRepeatMarker, type JobString } from './strings.ts';

export interface StringsRequest extends Omit<StringsWork, 'targetLocales'> {
  readonly targetLocale?: string;
  readonly targetLocales?: readonly string[];
}

/** A validated request: the project exists, and the locale tags are canonical. */
export interface ResolvedRequest extends TranslationWork {
  readonly strings: readonly JobString[];
  readonly targetLocales: readonly string[];
}

/** @throws `validation_failed`, `not_found` */
export async function resolveRequest(
  db: Db,
  principal: Principal,
  request: StringsRequest,
): Promise<ResolvedRequest> {
  const project =
    request.projectId === undefined
      ? null
      : await getProject(db, ownerOf(principal), request.projectId);
  const { targetLocale, targetLocales = [] } = request;
  const tags =
    targetLocale === undefined
      ? targetLocales.map((tag, index) => requireLanguageTag(tag, `/targetLocales/${index}`))
      : [requireLanguageTag(targetLocale, '/targetLocale')];
  return {
    organizationId: principal.organizationId,
    projectId: project?.id ?? null,
    strings: await stringsOf(request.strings),
    sourceLocale: requireLanguageTag(request.sourceLocale, '/sourceLocale'),
    targetLocales: [...new Set(tags)],
    options: await optionsOf(db, principal, project, request),
  };
}

/**
 * Returns the strings of a request with their ids. Rejects duplicate ids, because ids match results
 * with strings.
 * @throws `validation_failed`
 */
async function stringsOf(given: readonly TranslationString[]): Promise<JobString[]> {
  const places = new Map<string, number>();
  const markRepeat = createRepeatMarker();
  const strings: JobString[] = [];
  const yieldToLoop = createYieldToLoop(null);
  for (const [index, string] of given.entries()) {
    const named = typeof string === 'string' ? { id: String(index), text: string } : string;
    const earlier = places.get(named.id);
    if (earlier !== undefined) {
      const path = `/strings/${index}${typeof string === 'string' ? '' : '/id'}`;
      failAt(path, `is also the id of /strings/${earlier}`);
    }
    places.set(named.id, index);
    strings.push(markRepeat(named));
    await yieldToLoop();
  }
  return strings;
}

/**
 * Determines the keys and target locales that a request translates in a project. Without
 * `targetLocales`, these are all enabled locales into which the caller may translate.
 * @throws `validation_failed`, `not_found`
 */
export async function resolveMissing(
  db: Db,
  principal: Principal,
  project: ProjectRow,
  { targetLocales, keyIds: named, include }: MissingRequest,
): Promise<MissingWork> {
  const locales = await listAllLocales(db, project.id);
  const wanted = targetLocales?.map((given, index) => {
    const path = `/targetLocales/${index}`;
    const code = requireLanguageTag(given, path);
    const locale = locales.find((locale) => locale.code === code);
    if (locale?.enabled) return locale;
    return failAt(path, locale ? 'is disabled' : 'is not a locale of the project');
  });
  const allowed = locales.filter(({ enabled, code }) => enabled && isOwnLocale(principal, code));
  const targets = [...new Set(wanted ?? allowed)];
  const keyIds = named ? [...new Set(named)] : null;
  if (keyIds) await requireKeys(db, project.id, keyIds);
  return {
    project,
    keyIds,
    targets: targets.filter(({ code }) => code !== project.source_locale),
    include: include ?? DEFAULT_INCLUDE,
  };
}

export async function optionsOf(
  db: Db,
  principal: Principal,
  project: ProjectRow | null,
  request: Pick<StringsRequest, 'messageFormat' | 'context' | 'engine' | 'formality'>,
): Promise<JobOptions> {
  const requestedEngine = request.engine ?? null;
  return {
    messageFormat: request.messageFormat ?? project?.settings.messageFormat ?? 'auto',
    runtimes: project?.settings.runtimes ?? null,
    requestedEngine,
    // An earlier version of the service may run this job. Such a version reads `projectEngine`, but not `engineOrders`.
    projectEngine: project?.settings.engine ?? null,
    engineOrders:
      project === null || requestedEngine !== null ? null : await readOrders(db, project.id),
    context: request.context ?? null,
    formality: request.formality ?? project?.settings.formality ?? null,
    memory: principal.scopes.includes('i18n:read')
      ? { projectIds: ownerOf(principal).projectIds }
      : null,
  };
}

const readOrders = async (db: Db, projectId: ProjectRef): Promise<EngineOrders | null> =>
  engineOrdersOf(effectiveSettings(await readTranslationSettings(db, projectId)));
