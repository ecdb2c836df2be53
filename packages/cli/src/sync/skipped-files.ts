import { type FileSpec, hasSourceTexts, type MatchedFile } from '@parlance/config';
import type { Fault } from '../fault.ts';
import type { Difference } from './three-way.ts';

/** A file that a push leaves out because its content is invalid. */
export interface SkippedFile {
  readonly file: MatchedFile;
  readonly fault: Fault;
  /** True if the file contains source texts. It is then unknown which keys of its entry were removed. */
  readonly isSource: boolean;
}

interface Skipping {
  readonly skipped: readonly SkippedFile[];
}

/** Decides whether a command continues without an invalid file. */
export type MaySkip = (file: MatchedFile, isSource: boolean) => boolean;

/** Returns a function that collects the files that a command may skip. */
export const collectSkipped =
  (skipped: SkippedFile[], sourceLocale: string, maySkip: MaySkip) =>
  (file: MatchedFile, fault: Fault): boolean => {
    const isSource = hasSourceTexts(file, sourceLocale);
    if (!maySkip(file, isSource)) return false;
    skipped.push({ file, fault, isSource });
    return true;
  };

/** True for a text that may be in a skipped file, because no readable file contains it. */
export const mayBeSkipped = (
  skipped: readonly SkippedFile[],
  { key, locale, file: text }: Difference,
): boolean =>
  text === null &&
  skipped.some(
    ({ file }) => (file.locale === null || file.locale === locale) && key.startsWith(file.prefix),
  );

/** Returns the entries whose keys a push neither archives nor restores. */
export const entriesWithoutSource = ({ skipped }: Skipping): Set<FileSpec> =>
  new Set(skipped.flatMap(({ file, isSource }) => (isSource ? [file.spec] : [])));

/** Describes each skipped file: as an error if its locale is sent, and otherwise as a warning. */
export function describeSkipped(
  { skipped }: Skipping,
  sent: readonly string[],
): { errors: Fault[]; warnings: Fault[] } {
  const all = skipped.map(({ file, fault, isSource }) => {
    const entry = isSource ? `, and no key of "${file.spec.path}" is archived or restored` : '';
    return {
      isSent: file.locale === null || sent.includes(file.locale),
      fault: { ...fault, message: `${fault.message}. The file is skipped${entry}` },
    };
  });
  return {
    errors: all.filter(({ isSent }) => isSent).map(({ fault }) => fault),
    warnings: all.filter(({ isSent }) => !isSent).map(({ fault }) => fault),
  };
}
