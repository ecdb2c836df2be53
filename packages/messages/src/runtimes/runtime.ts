import type { MessageFormat } from '../token/token.ts';

/** Where a project names the library: names of packages, plugins and files. */
export interface FoundBy {
  readonly npm?: readonly string[];
  readonly pub?: readonly string[];
  readonly gem?: readonly string[];
  readonly composer?: readonly string[];
  readonly gradle?: readonly string[];
  readonly files?: readonly string[];
}

/** A library or platform that shows texts. */
export interface Runtime {
  /** Name for people. */
  readonly title: string;
  /** Versions whose behaviour was seen. */
  readonly versions: string;
  /** Message format that is closest to the grammar of the library. */
  readonly format: MessageFormat;
  readonly foundBy: FoundBy;
}
