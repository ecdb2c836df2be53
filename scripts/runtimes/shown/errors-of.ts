import { type MessageFormat, RUNTIMES, type RuntimeName, verifyMessage } from '@parlance/messages';
import type { Pair } from './pair.ts';

type CheckedPair = Pick<Pair, 'source' | 'target' | 'locale' | 'form'>;

interface ErrorOptions {
  /** Message format of the project. Defaults to that of the runtime. */
  readonly format?: MessageFormat | undefined;
  /** True to check the translation without its source. */
  readonly isAlone?: boolean;
}

/** Returns the errors of a translation in a project that uses a library. */
export const errorsOf = (
  runtime: RuntimeName,
  { source, target, locale, form }: CheckedPair,
  { format = RUNTIMES[runtime].format, isAlone = false }: ErrorOptions = {},
): string[] =>
  verifyMessage(source, target, {
    format,
    sourceLocale: 'en',
    targetLocale: locale,
    isAlone,
    runtimes: [runtime],
    ...(form && { pluralCategory: form.category, otherSource: form.other }),
  })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, value }) => `${code} ${value}`);
