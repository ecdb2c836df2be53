import type { Fault } from '../fault.ts';
import { count } from '../output/count.ts';
import { PROGRAM } from '../program.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Workspace } from './workspace.ts';

/** A locale that a command leaves out although its files contain texts that differ from the project. */
export interface LeftLocale {
  readonly locale: string;
  readonly texts: number;
  /** Number of these texts that were changed in both the files and the project. */
  readonly conflicts: number;
  readonly standing: Standing;
}

/** Returns the locales that a command leaves out although their files contain differing texts. */
export function findLeft(workspace: Workspace, covered: readonly string[]): LeftLocale[] {
  const counts = new Map<string, { texts: number; conflicts: number }>();
  for (const { locale, kind } of workspace.differences) {
    if (covered.includes(locale) || !/^(?:here|new-here|conflict)$/.test(kind)) continue;
    const { texts, conflicts } = counts.get(locale) ?? { texts: 0, conflicts: 0 };
    const isConflict = kind === 'conflict';
    counts.set(locale, { texts: texts + 1, conflicts: conflicts + Number(isConflict) });
  }
  return workspace.locales.flatMap((locale) => {
    const found = counts.get(locale);
    return found === undefined
      ? []
      : [{ locale, ...found, standing: standingOf(workspace, locale) }];
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

/** Returns the warning about a locale that a push cannot add to the project, because its files have no texts. */
export const warnOfEmpty = ({ locale }: { readonly locale: string }): Fault => ({
  code: 'locale_absent',
  message: `${locale}  its files have no texts yet, so that push does not add it: ${PROGRAM} locales add ${locale} adds it to the project`,
});

export function describeLeft({ locale, texts, conflicts, standing }: LeftLocale): string {
  if (standing === 'enabled') {
    const ofFiles = texts - conflicts;
    const parts = [
      ...(ofFiles > 0 ? [`${count(ofFiles, 'text')} new or changed here`] : []),
      ...(conflicts > 0 ? [count(conflicts, 'conflict')] : []),
    ];
    return `${locale}  ${parts.join(', ')} (push --all sends all locales)`;
  }
  return standing === 'absent'
    ? `${locale}  ${count(texts, 'text')} only in the files: ${locale} is not a locale of the project (push --all adds it; or delete its files)`
    : `${locale}  left out: the locale is disabled in the project (${PROGRAM} locales add ${locale} enables it)`;
}
