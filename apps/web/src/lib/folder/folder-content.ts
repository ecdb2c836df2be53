/** A folder that was chosen or dropped: an archive, or its files by their paths. */
export type FolderContent = { readonly name: string } & (
  | { readonly archive: Blob }
  | { readonly files: Readonly<Record<string, Blob>> }
);

const SKIPPED_FOLDER = /^(?:node_modules$|\.)/;

/** True for a folder whose files are not sent, because it contains no locale files of the project. */
export const isSkippedFolder = (name: string): boolean => SKIPPED_FOLDER.test(name);

/** True for an archive, which is imported like a folder. */
export const isArchive = (file: File): boolean => /\.zip$/i.test(file.name);

/** Returns the folder that the browser has listed with a path for each file. */
export function folderOfList(list: readonly File[], types: readonly string[]): FolderContent {
  const files = list.filter(({ webkitRelativePath: path }) => {
    const names = path.split('/');
    return hasType(names.pop()!, types) && !names.some(isSkippedFolder);
  });
  return {
    name: list[0]?.webkitRelativePath.split('/', 1)[0] ?? '',
    files: Object.fromEntries(files.map((file) => [file.webkitRelativePath, file])),
  };
}

/** True if the name ends with one of the types, such as `.json`. */
export const hasType = (name: string, types: readonly string[]): boolean =>
  types.some((type) => name.toLowerCase().endsWith(type));
