import { failAt } from '../../errors.ts';
import type { LocaleRow } from '../locale/locale.store.ts';
import { likelyScriptOf, lookupTags } from '../locale/lookup-tags.ts';
import type { ProjectRow } from '../project/project.store.ts';
import type { MessageSource } from './messages.store.ts';

/** The locales of a release: those of `tags`, or all enabled ones. @throws `validation_failed` */
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

/** Returns the values that a release makes the messages of a locale from. */
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
    standIns: isAlone ? [] : [...standInsOf(project, all, locale)].map(textsOf),
  };
}

/** Missing messages of `de-AT` are taken from `de` if the project has it, then from the source; `zh-TW` does not fall back to `zh`. */
function standInsOf(
  { source_locale_id: sourceId }: ProjectRow,
  all: readonly LocaleRow[],
  { code }: LocaleRow,
): Set<LocaleRow> {
  const tags = lookupTags(code).filter(
    (tag) => tag !== code && likelyScriptOf(tag) === likelyScriptOf(code),
  );
  const parents = tags.flatMap((tag) => all.filter((one) => one.enabled && one.code === tag));
  return new Set([...parents, ...all.filter(({ id }) => id === sourceId)]);
}
