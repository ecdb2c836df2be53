import { cpSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/**
 * Copies files and folders as the instruction COPY does: for a folder, copies its contents.
 *
 * @param target ends with a slash if it is a folder
 */
export function copyInto(
  { root, files }: { readonly root: string; readonly files: readonly string[] },
  sources: readonly string[],
  target: string,
): void {
  for (const given of sources) {
    const source = given.replace(/^\.\/|\/$/g, '');
    const found = files.filter(
      (file) => source === '.' || file === source || file.startsWith(`${source}/`),
    );
    if (found.length === 0) throw new Error(`COPY finds nothing at ${given}.`);
    for (const file of found) {
      const isFolder = file !== source;
      const inTarget = isFolder ? relative(source, file) : basename(file);
      const to = isFolder || target.endsWith('/') ? join(target, inTarget) : target;
      cpSync(join(root, file), to, { verbatimSymlinks: true });
    }
  }
}
