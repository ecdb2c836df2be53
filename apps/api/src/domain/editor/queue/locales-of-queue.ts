import type { ProjectSettings } from '@parlance/contracts';
import { hasRight, isOwnLocale, type Principal } from '../../kernel/index.ts';

/** Kinds of work in a project that the role of a caller allows. */
export interface AllowedWork {
  /** True if the caller may write or propose texts for missing and outdated values. */
  readonly texts: boolean;
  readonly reviews: boolean;
  /** True if the caller may accept and decline proposals, and answer questions about values of target locales. */
  readonly proposals: boolean;
  /** True if the caller may answer questions about keys and source texts. */
  readonly sources: boolean;
}

/**
 * Returns the kinds of work that a caller may do in a project. The caller's role is already narrowed to the project.
 */
export function allowedWork(
  principal: Principal,
  { whoReviews }: Pick<ProjectSettings, 'whoReviews'>,
): AllowedWork {
  const translates = hasRight(principal, 'translate');
  return {
    texts: hasRight(principal, 'propose'),
    reviews: translates && (whoReviews !== 'reviewers' || hasRight(principal, 'review')),
    proposals: translates,
    sources: hasRight(principal, 'content'),
  };
}

/**
 * Returns the preferred languages of a person. Empty if the person has no preference. A client has stored the
 * preferences, so values of other types are ignored.
 */
export function languagesIn(preferences: unknown): string[] {
  const stored = (preferences as { languages?: unknown } | null)?.languages;
  return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
}

/** True if a locale belongs to a language. For example, `pt-BR` belongs to `pt`. */
const isOfLanguage = (code: string, language: string): boolean =>
  code === language || code.startsWith(`${language}-`);

/** True if the caller may work in a target locale, and the locale belongs to one of the languages. */
export const isInQueue = (
  principal: Principal,
  languages: readonly string[],
  code: string,
): boolean =>
  (hasRight(principal, 'content') || isOwnLocale(principal, code)) &&
  (languages.length === 0 || languages.some((language) => isOfLanguage(code, language)));
