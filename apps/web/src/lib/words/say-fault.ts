import '../../i18n/parts/problems.ts';
import '../../i18n/parts/project.ts';
import '../../i18n/parts/settings.ts';
import '../../i18n/parts/warnings.ts';
import type { Fault, FaultyFile, Warning } from '@parlance/contracts';
import i18next from 'i18next';
import { textAt } from '../address/text-at.ts';
import { type Folded, folded } from './say-finding.ts';

/** A sentence of the app about an error in a file, and the server's text with the details. */
export interface Said {
  readonly words: string;
  readonly folded: Folded;
}

/** Describes an error at a position in a file or in a project. */
export const sayFault = ({ code, message }: Pick<Fault, 'code' | 'message'>): Said => ({
  words: (code && textAt(`fault.${code}`)) ?? i18next.t('fileFault'),
  folded: folded(message),
});

/** Describes files that an import left out, with the line and the column of the fault and the server's reasons. */
export const sayFaulty = (files: readonly FaultyFile[]) =>
  files.map(({ path, message, line, column = 1 }) => ({
    path,
    place: line === undefined ? null : i18next.t('imports.place', { line, column }),
    reason: folded(message),
  }));

/** A kind of warning about an imported file, with everything to which it refers. */
export interface SaidWarning {
  readonly code: string;
  readonly words: string;
  /** Names of keys, or positions in the file. */
  readonly paths: readonly string[];
  /** The server's texts, which contain the details. They are collapsed. Absent if there are none. */
  readonly folded?: { readonly summary: string; readonly text: readonly string[] };
}

/**
 * Groups the warnings of an import by their code, and describes each group. If the app does not know a code, because
 * the service is newer, it shows only the service's texts.
 */
export const sayWarnings = (warnings: readonly Warning[]): SaidWarning[] =>
  [...Map.groupBy(warnings, ({ code }) => code)].map(([code, items]) => ({
    code,
    words: textAt(`warning.${code}`) ?? code,
    paths: distinct(items.map(placeOf)).filter((place) => place !== ''),
    folded: {
      summary: i18next.t('problem.detail'),
      text: distinct(items.map((item) => `${placeOf(item)} ${item.message}`.trim())),
    },
  }));

/** Describes warnings of which only the codes are known, as in the header of an exported file. */
export const sayCodes = (codes: readonly string[]): SaidWarning[] =>
  codes.map((code) => ({ code, words: textAt(`warning.${code}`) ?? code, paths: [] }));

/** Returns the file and the key that a warning is about. Only warnings of imported folders name a file. */
const placeOf = ({ file, path }: Warning): string =>
  [file, path].filter((part) => part !== undefined && part !== '').join(': ');

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
