import type { DashboardProject } from '@parlance/contracts';

type LocaleWork = DashboardProject['locales'][number];

/** A language of the user in a project. */
export interface LanguageWork {
  readonly project: DashboardProject;
  readonly locale: LocaleWork;
}

/** True for a locale of a language: `pt-BR` is of `pt` as well. */
const isOf = (code: string, language: string): boolean =>
  code === language || code.startsWith(`${language}-`);

/** The target locales of a project that are of some languages. */
const localesOf = (
  { locales, sourceLocale }: DashboardProject,
  languages: readonly string[],
): LocaleWork[] =>
  locales.filter(
    ({ code }) => code !== sourceLocale && languages.some((language) => isOf(code, language)),
  );

const sizeOf = ({ locale: { missing, needsReview, outdated } }: LanguageWork): number =>
  missing + needsReview + outdated;

/** Lists some languages in the projects that have them, those with most work first. */
export const workInLanguages = (
  projects: readonly DashboardProject[],
  languages: readonly string[],
): LanguageWork[] =>
  projects
    .flatMap((project) => localesOf(project, languages).map((locale) => ({ project, locale })))
    .sort((a, b) => sizeOf(b) - sizeOf(a));

/** Leaves of a project what is to be done in some languages. All of it if none are chosen. */
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

/** Codes of the target locales of a project that are of some languages. */
export const targetsIn = (project: DashboardProject, languages: readonly string[]): string[] =>
  localesOf(project, languages).map(({ code }) => code);
