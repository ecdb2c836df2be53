import type { FilePattern } from './pattern.ts';
import type { ConfigFile, FileConfig } from './schema.ts';

export interface FileSpec extends FileConfig {
  readonly pattern: FilePattern;
  /** Pattern of the files of the source locale, if `pattern` does not give them. */
  readonly sourcePattern: FilePattern | null;
  readonly format: NonNullable<FileConfig['format']>;
}

/** `parlance.json` as it is worked with. */
export interface Config extends Omit<ConfigFile, 'files'> {
  /** Folder of the file. Nothing outside of it is read as a locale file or written. */
  readonly root: string;
  /** Name of the file, for messages. */
  readonly file: string;
  readonly files: readonly FileSpec[];
  /** Source locale: that of the configuration until the project is known. */
  readonly source: { locale: string };
}
