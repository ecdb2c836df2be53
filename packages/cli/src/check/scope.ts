import type { MatchedFile } from '@parlance/config';
import type { Selection } from '../sync/selection.ts';
import type { Staged } from './staged.ts';

/** The files, locales and keys that a check covers. */
export interface Scope {
  /** True if some files or keys are not checked. In this case, missing translations are not reported. */
  readonly isPart: boolean;
  hasFile(file: MatchedFile): boolean;
  hasLocale(locale: string): boolean;
  hasKey(key: string): boolean;
}

export function scopeOf(
  locales: readonly string[],
  selection: Selection | undefined,
  staged: Staged | null,
): Scope {
  const hasLocale = (locale: string): boolean => locales.length === 0 || locales.includes(locale);
  return {
    isPart: selection?.isAll === false || staged !== null,
    hasFile: ({ path, locale }) =>
      (staged?.changed.has(path) ?? true) &&
      (selection?.hasFile(path) ?? true) &&
      (locale === null || hasLocale(locale)),
    hasLocale,
    hasKey: (key) => selection?.hasKey(key) ?? true,
  };
}
