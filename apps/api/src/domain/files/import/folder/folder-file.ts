/** A file of a folder or archive, before it is read. */
export interface FolderFile {
  /** Path in the folder, with `/` as the separator. */
  readonly path: string;
  /** True for a symbolic link of an archive. It cannot be read. */
  readonly isLink?: boolean;
  read(): AsyncIterable<Uint8Array>;
}
