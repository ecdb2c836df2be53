import type { Formality, MessageFormat } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { failAt } from '../../errors.ts';
import { createPace } from '../../lib/pace.ts';
import { requireLanguageTag } from '../locale/locale-tag.ts';
import { ownerOf, type Principal } from '../principal.ts';
import { getProject, type ProjectRow } from '../project/project.store.ts';
import type { JobOptions, TranslationWork } from './session.ts';
import type { JobString } from './strings.ts';

/** One string of a request: its text, or an object with an id. */
export type RequestString = string | { id: string; text: string; context?: string };

/** Input that all calls for strings of the caller share. */
export interface StringsRequest {
  readonly strings: readonly RequestString[];
  readonly sourceLocale: string;
  /** One locale or several, as the caller named them. */
  readonly targetLocale?: string;
  readonly targetLocales?: readonly string[];
  readonly projectId?: string;
  readonly messageFormat?: MessageFormat;
  readonly context?: string;
  readonly engine?: string;
  readonly formality?: Formality;
}

/** A request with its project looked up and its tags in canonical case. */
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
      ? targetLocales.map((tag, at) => requireLanguageTag(tag, `/targetLocales/${at}`))
      : [requireLanguageTag(targetLocale, '/targetLocale')];
  return {
    organizationId: principal.organizationId,
    projectId: project?.id ?? null,
    strings: await stringsOf(request.strings),
    sourceLocale: requireLanguageTag(request.sourceLocale, '/sourceLocale'),
    targetLocales: [...new Set(tags)],
    options: optionsOf(principal, project, request),
  };
}

/** The strings with their ids; an answer by ids would be ambiguous if two had the same. */
async function stringsOf(given: readonly RequestString[]): Promise<JobString[]> {
  const places = new Map<string, number>();
  const texts = new Set<string>();
  const strings: JobString[] = [];
  const pace = createPace(null);
  for (const [index, string] of given.entries()) {
    const own = typeof string === 'string' ? { id: String(index), text: string } : string;
    const earlier = places.get(own.id);
    if (earlier !== undefined) {
      const path = `/strings/${index}${typeof string === 'string' ? '' : '/id'}`;
      failAt(path, `is also the id of /strings/${earlier}`);
    }
    places.set(own.id, index);
    strings.push(texts.has(own.text) ? { ...own, isRepeat: true } : own);
    texts.add(own.text);
    await pace();
  }
  return strings;
}

/** Rights of a call or a job, and the origin of its engine. */
export const optionsOf = (
  principal: Principal,
  project: ProjectRow | null,
  request: Pick<StringsRequest, 'messageFormat' | 'context' | 'engine' | 'formality'>,
): JobOptions => ({
  messageFormat: request.messageFormat ?? project?.settings.messageFormat ?? 'auto',
  requestedEngine: request.engine ?? null,
  projectEngine: project?.settings.engine ?? null,
  context: request.context ?? null,
  formality: request.formality ?? project?.settings.formality ?? null,
  // The memory shows texts of projects: who may not read them gets nothing from it.
  memory: principal.scopes.includes('i18n:read')
    ? { projectIds: ownerOf(principal).projectIds }
    : null,
});
