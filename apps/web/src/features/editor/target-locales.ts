import type { Locale } from '@parlance/sdk';

/** Number of target locales that are shown if the address names none. */
const DEFAULT_TARGETS = 5;

export const enabledCodes = (locales: readonly Locale[]): string[] =>
  locales.filter(({ enabled }) => enabled).map(({ code }) => code);

/**
 * Returns the target locales that the user can choose, and the target locales to show: the locales in the address or,
 * if the address names none, the first locales.
 */
export function targetsOf(
  locales: readonly Locale[],
  asked: string | undefined,
): { possible: readonly Locale[]; targets: readonly Locale[] } {
  const possible = locales.filter(({ isSource, enabled }) => enabled && !isSource);
  const codes = asked === undefined ? null : new Set(asked.split(','));
  const targets = codes
    ? [...codes].flatMap((code) => possible.find((locale) => locale.code === code) ?? [])
    : possible.slice(0, DEFAULT_TARGETS);
  return { possible, targets };
}
