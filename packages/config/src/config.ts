import type { FilePattern } from './pattern.ts';
import type { ConfigFile, FileConfig } from './schema.ts';

export interface FileSpec extends FileConfig {
  readonly pattern: FilePattern;
  /** Pattern of the source locale's files, if their path does not match `pattern`. */
  readonly sourcePattern: FilePattern | null;
  readonly format: NonNullable<FileConfig['format']>;
}

/** The configuration in `parlance.json`, prepared for commands. */
export interface Config extends Omit<ConfigFile, 'files'> {
  /**
   * Folder that contains the configuration file. Files outside of this folder are neither read nor
   * written.
   */
  readonly root: string;
  /** Name of the configuration file, for messages. */
  readonly file: string;
  readonly files: readonly FileSpec[];
  /**
   * Source locale in the configuration. The source locale of the project replaces it once it is
   * known.
   */
  readonly source: { locale: string };
}
