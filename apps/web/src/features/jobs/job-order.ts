import type { Formality, JobInclude, Locale, TranslationEngine } from '@parlance/contracts';
import { engineFor } from '../../lib/locale/engine-for.ts';

/** Input of a translation job for a project. */
export interface JobOrder {
  readonly targetLocales: readonly string[];
  readonly include: readonly JobInclude[];
  /** Id of the translation engine. Null for the default. */
  readonly engine: string | null;
  /** Formality of the translation. Null for the formality in the project's settings. */
  readonly formality: Formality | null;
}

/** Returns the locales that a job can translate into. */
export const targetsOf = (locales: readonly Locale[]): Locale[] =>
  locales.filter(({ isSource, enabled }) => enabled && !isSource);

/**
 * Returns the order that the form shows at first: the texts that are missing in the chosen locales,
 * or else in the locales that an engine can fill.
 */
export const firstOrder = (
  locales: readonly Locale[],
  engines: readonly TranslationEngine[] | undefined,
  chosen: readonly string[] | undefined,
): JobOrder => ({
  targetLocales: targetsOf(locales)
    .filter(
      ({ code, counts }) =>
        chosen?.includes(code) ?? (counts.missing > 0 && engineFor(engines, code) !== undefined),
    )
    .map(({ code }) => code),
  include: ['missing'],
  engine: null,
  formality: null,
});
