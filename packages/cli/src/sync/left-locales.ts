import type { Fault } from '../fault.ts';
import { count } from '../output/count.ts';
import { PROGRAM } from '../program.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Workspace } from './workspace.ts';

/** A locale that a command leaves out although its files contain texts that differ from the project. */
export interface LeftLocale {
  readonly locale: string;
  readonly texts: number;
  readonly standing: Standing;
}

/** Returns the locales that a command leaves out although their files contain differing texts. */
export function findLeft(workspace: Workspace, covered: readonly string[]): LeftLocale[] {
  const counts = new Map<string, number>();
  for (const { locale, kind } of workspace.differences) {
    if (covered.includes(locale) || !/^(?:here|new-here|conflict)$/.test(kind)) continue;
    counts.set(locale, (counts.get(locale) ?? 0) + 1);
  }
  return workspace.locales.flatMap((locale) => {
    const texts = counts.get(locale);
    return texts === undefined ? [] : [{ locale, texts, standing: standingOf(workspace, locale) }];
  });
}

export const isDisabled = ({ standing }: LeftLocale): boolean => standing === 'disabled';

/** Returns the warning about a locale whose texts a command leaves out. */
export function warnOfLeft(left: LeftLocale): Fault {
  const message = describeLeft(left);
  return isDisabled(left)
    ? { code: 'locale_disabled', message }
    : { code: 'locale_absent', message };
}

export function describeLeft({ locale, texts, standing }: LeftLocale): string {
  const ofFiles = `${locale}  ${count(texts, 'text')} only in the files`;
  if (standing === 'enabled') return `${ofFiles} (push --all sends all locales)`;
  return standing === 'absent'
    ? `${ofFiles}: ${locale} is not a locale of the project (push --all adds it; or delete its files)`
    : `${locale}  left out: the locale is disabled in the project (${PROGRAM} locales add ${locale} enables it)`;
}
