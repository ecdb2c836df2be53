import type { FilePattern } from './pattern.ts';
import type { ConfigFile, FileConfig } from './schema.ts';

export interface FileSpec extends FileConfig {
  readonly pattern: FilePattern;
  /** Pattern of the source locale's files. Null if `pattern` also matches these files. */
  readonly sourcePattern: FilePattern | null;
  readonly format: NonNullable<FileConfig['format']>;
}

/** The configuration in `parlance.json`, prepared for commands. */
export interface Config extends Omit<ConfigFile, 'files'> {
  /** Folder of the configuration file. Commands read and write files only in this folder. */
  readonly root: string;
  readonly file: string;
  readonly files: readonly FileSpec[];
  /**
   * Source locale in the configuration. Commands with a server use the project's source locale
   * instead, and then `inProject` contains the project's locales.
   */
  readonly source: { locale: string; inProject?: readonly string[] };
}
