import type { DashboardProject } from '@parlance/contracts';

type LocaleWork = DashboardProject['locales'][number];

/** The work that one locale of a project has for the user. */
export interface LanguageWork {
  readonly project: DashboardProject;
  readonly locale: LocaleWork;
}

/** True if a locale belongs to a language. For example, `pt-BR` belongs to `pt`. */
const isOf = (code: string, language: string): boolean =>
  code === language || code.startsWith(`${language}-`);

/** Returns the target locales of a project that belong to some languages. */
const localesOf = (
  { locales, sourceLocale }: DashboardProject,
  languages: readonly string[],
): LocaleWork[] =>
  locales.filter(
    ({ code }) => code !== sourceLocale && languages.some((language) => isOf(code, language)),
  );

const sizeOf = ({ locale: { missing, needsReview, outdated } }: LanguageWork): number =>
  missing + needsReview + outdated;

/** Lists the locales of projects that belong to some languages. The locale with the most work comes first. */
export const workInLanguages = (
  projects: readonly DashboardProject[],
  languages: readonly string[],
): LanguageWork[] =>
  projects
    .flatMap((project) => localesOf(project, languages).map((locale) => ({ project, locale })))
    .sort((a, b) => sizeOf(b) - sizeOf(a));
