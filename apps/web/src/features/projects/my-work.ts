import type { DashboardProject } from '@parlance/contracts';

type LocaleWork = DashboardProject['locales'][number];

/** The work in one of the user's languages in a project. */
export interface LanguageWork {
  readonly project: DashboardProject;
  readonly locale: LocaleWork;
}

/** True for a locale of a language. `pt-BR` also belongs to `pt`. */
const isOf = (code: string, language: string): boolean =>
  code === language || code.startsWith(`${language}-`);

/** Returns the target locales of a project in some languages. */
const localesOf = (
  { locales, sourceLocale }: DashboardProject,
  languages: readonly string[],
): LocaleWork[] =>
  locales.filter(
    ({ code }) => code !== sourceLocale && languages.some((language) => isOf(code, language)),
  );

const sizeOf = ({ locale: { missing, needsReview, outdated } }: LanguageWork): number =>
  missing + needsReview + outdated;

/** Lists languages in the projects that have them, those with the most work first. */
export const workInLanguages = (
  projects: readonly DashboardProject[],
  languages: readonly string[],
): LanguageWork[] =>
  projects
    .flatMap((project) => localesOf(project, languages).map((locale) => ({ project, locale })))
    .sort((a, b) => sizeOf(b) - sizeOf(a));

/** Reduces a project to the work in some languages, or returns it unchanged if none are selected. */
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

/** Returns the codes of a project's target locales in some languages. */
export const targetsIn = (project: DashboardProject, languages: readonly string[]): string[] =>
  localesOf(project, languages).map(({ code }) => code);
