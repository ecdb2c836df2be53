import { standInTags } from '@parlance/locales';
import type { Db } from '../../db/client.ts';
import { fail, failAt } from '../../errors.ts';
import type { ProjectRef } from '../kernel/index.ts';
import {
  type EnvironmentRow,
  findEnvironment,
  type LocaleRow,
  type ProjectRow,
} from '../project/index.ts';
import type { MessageSource } from './messages.store.ts';
import type { ReleaseLocaleRow, ReleaseRow } from './release.store.ts';

/**
 * Returns the locales with the given tags, or all enabled locales.
 * @throws `validation_failed`
 */
export function requireReleaseLocales(
  all: readonly LocaleRow[],
  tags: readonly string[] | null,
): LocaleRow[] {
  if (tags === null) return all.filter(({ enabled }) => enabled);
  return tags.map((tag, index) => {
    const locale = all.find(({ code }) => code === tag);
    if (locale?.enabled) return locale;
    const message = locale ? 'is disabled' : 'is not a locale of the project';
    return failAt(`/locales/${index}`, `(${tag}) ${message}`);
  });
}

/**
 * Returns the locales of an earlier release that are still enabled. If tags are given, returns only
 * the locales with these tags.
 * @throws `validation_failed`
 */
export function requireEarlierLocales(
  all: readonly LocaleRow[],
  earlier: ReleaseRow,
  tags: readonly string[] | null,
  path = '/fromReleaseId',
): ReleaseLocaleRow[] {
  if (earlier.status !== 'published') failAt(path, 'is a release that is not published');
  const lacking = tags?.filter((tag) => !earlier.locales.some(({ locale }) => locale === tag));
  if (lacking && lacking.length > 0) {
    failAt('/locales', `contains locales that the release does not contain: ${lacking.join(', ')}`);
  }
  const enabled = new Set(requireReleaseLocales(all, tags).map(({ code }) => code));
  const taken = earlier.locales.filter(({ locale }) => enabled.has(locale));
  if (taken.length === 0) failAt(path, 'is a release whose locales are all disabled');
  return taken;
}

/**
 * Returns an environment by its slug or id.
 * @throws `not_found`; `archived` if nothing can be published to the environment
 */
export async function requireOpenEnvironment(
  db: Db,
  projectId: ProjectRef,
  slugOrId: string,
): Promise<EnvironmentRow> {
  const environment = await findEnvironment(db, projectId, slugOrId);
  if (!environment) fail('not_found', `The project has no environment ${slugOrId}.`);
  if (environment.archived_at !== null) {
    fail('archived', 'The environment is archived. Restore it, or choose another environment.');
  }
  return environment;
}

export function messageSourceOf(
  project: ProjectRow,
  all: readonly LocaleRow[],
  locale: LocaleRow,
  fallback: 'source' | 'none',
): MessageSource {
  const textsOf = ({ id }: LocaleRow) => ({
    localeId: id,
    onlyReviewed: project.settings.requireReview && id !== project.source_locale_id,
  });
  const isAlone = fallback === 'none' || locale.id === project.source_locale_id;
  return {
    projectId: project.id,
    localeTag: locale.code,
    ...textsOf(locale),
    standIns: isAlone
      ? []
      : [...standInsOf(project, all, locale)].map((one) => ({
          ...textsOf(one),
          localeTag: one.code,
        })),
  };
}

/**
 * Returns the locales from which a locale takes missing messages. `de-AT` takes messages from `de`,
 * and then from the source locale. `zh-TW` takes none from `zh`, because the scripts differ.
 */
function standInsOf(
  { source_locale_id: sourceId }: ProjectRow,
  all: readonly LocaleRow[],
  { code }: LocaleRow,
): Set<LocaleRow> {
  const parents = standInTags(code).flatMap((tag) =>
    all.filter((locale) => locale.enabled && locale.code === tag),
  );
  return new Set([...parents, ...all.filter(({ id }) => id === sourceId)]);
}
