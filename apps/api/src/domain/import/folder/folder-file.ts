/** A file of a folder or archive, before it is read. */
export interface FolderFile {
  /** Path in the folder, with `/` as the separator. */
  readonly path: string;
  read(): AsyncIterable<Uint8Array>;
}
