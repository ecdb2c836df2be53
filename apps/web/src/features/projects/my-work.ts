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

/** Returns a project with only the work in some languages. If no languages are given, returns the project unchanged. */
export function inLanguages(
  project: DashboardProject,
  languages: readonly string[],
): DashboardProject {
  if (languages.length === 0) return project;
  const values = { ...project.values, missing: 0, needsReview: 0, outdated: 0 };
  for (const { missing, needsReview, outdated } of localesOf(project, languages)) {
    values.missing += missing;
    values.needsReview += needsReview;
    values.outdated += outdated;
  }
  return { ...project, values };
}

/** Returns the tags of a project's target locales that belong to some languages. */
export const targetsIn = (project: DashboardProject, languages: readonly string[]): string[] =>
  localesOf(project, languages).map(({ code }) => code);
