import type { PluralCategory } from '../plural/plural.ts';
import type { RuntimeName } from '../runtimes/registry.ts';
import type { MessageFormat, MessageTerm } from '../token/token.ts';

export interface VerifyOptions {
  readonly format: MessageFormat;
  readonly sourceLocale: string;
  readonly targetLocale: string;
  /** Maximum length of the translation, in Unicode code points. */
  readonly maxLength?: number;
  readonly terms?: readonly MessageTerm[];
  readonly pluralCategory?: PluralCategory;
  /** Source text of the form `other` in the plural family. */
  readonly otherSource?: string;
  /** Libraries that display the text. Absent or empty if the project names none. */
  readonly runtimes?: readonly RuntimeName[];
  /** True if the text is not a translation. It is then verified alone, and `source` is ignored. */
  readonly isAlone?: boolean;
  /** Regular expressions that match code words of the project. Defaults to none. */
  readonly codePatterns?: readonly string[];
}
