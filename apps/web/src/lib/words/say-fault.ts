import '../../i18n/parts/problems.ts';
import '../../i18n/parts/settings.ts';
import '../../i18n/parts/warnings.ts';
import type { Fault, Warning } from '@parlance/contracts';
import i18next from 'i18next';
import { textAt } from '../address/text-at.ts';
import { type Folded, folded } from './say-finding.ts';

/** The app's sentence about a fault, and the server's text, which names the details. */
export interface Said {
  readonly words: string;
  readonly folded: Folded;
}

/** Describes a fault at a place in a file or a project. */
export const sayFault = ({ code, message }: Pick<Fault, 'code' | 'message'>): Said => ({
  words: (code && textAt(`fault.${code}`)) ?? i18next.t('fileFault'),
  folded: folded(message),
});

/** A warning of an import, with everything that it refers to. */
export interface SaidWarning {
  readonly code: string;
  readonly words: string;
  /** Names of keys, or places in the file. */
  readonly paths: readonly string[];
  /** The server's text, which names the details. */
  readonly folded: { readonly summary: string; readonly text: readonly string[] };
}

/**
 * Groups the warnings of an import by code, and describes each. A newer service may have codes that the app cannot
 * describe.
 */
export const sayWarnings = (warnings: readonly Warning[]): SaidWarning[] =>
  [...Map.groupBy(warnings, ({ code }) => code)].map(([code, items]) => ({
    code,
    words: textAt(`warning.${code}`) ?? code,
    paths: distinct(items.map(({ path }) => path)).filter((path) => path !== ''),
    folded: {
      summary: i18next.t('problem.detail'),
      text: distinct(items.map(({ path, message }) => `${path} ${message}`.trim())),
    },
  }));

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
