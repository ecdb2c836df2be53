import type { FilePattern } from './pattern.ts';
import type { ConfigFile, FileConfig } from './schema.ts';

export interface FileSpec extends FileConfig {
  readonly pattern: FilePattern;
  /** Pattern of the source locale's files, if `pattern` does not match them. */
  readonly sourcePattern: FilePattern | null;
  readonly format: NonNullable<FileConfig['format']>;
}

/** `parlance.json` in the form in which commands use it. */
export interface Config extends Omit<ConfigFile, 'files'> {
  /** Folder of the file. No locale file outside of it is read or written. */
  readonly root: string;
  /** Name of the file, for messages. */
  readonly file: string;
  readonly files: readonly FileSpec[];
  /** Source locale of the configuration, until that of the project is known. */
  readonly source: { locale: string };
}
