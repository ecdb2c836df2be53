import type { MessageFormat } from '@parlance/messages';

/** Settings of the project with which files are read. */
export interface ReadContext {
  readonly keySeparator: string | null;
  readonly sourceLocale: string;
  /** Message format with which the texts are compared. By default, they are not compared. */
  readonly messageFormat?: MessageFormat;
}
