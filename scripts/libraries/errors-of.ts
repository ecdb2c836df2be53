import { RUNTIMES, verifyMessage } from '@parlance/messages';
import type { Pair } from './make-pair.ts';
import type { Library } from './show.ts';

/** Returns the errors of a translation in a project that uses a library. Can check the text without its source. */
export const errorsOf = (
  library: Library,
  { source, target, locale }: Pair,
  isAlone = false,
): string[] =>
  verifyMessage(source, target, {
    format: RUNTIMES[library].format,
    sourceLocale: 'en',
    targetLocale: locale,
    isAlone,
    runtimes: [library],
  })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, value }) => `${code} ${value}`);
