import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';

/**
 * Lists the files that `docker build` sends to the builder: the files of the folder that `.dockerignore` does not
 * exclude.
 */
export function listContext(root: string): string[] {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line));
  const exception = patterns.find((pattern) => pattern.startsWith('!'));
  if (exception !== undefined) throw new Error(`.dockerignore has an exception: ${exception}`);
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      const name = relative(root, path);
      if (patterns.some((pattern) => matchesGlob(name, pattern))) return [];
      return entry.isDirectory() ? walk(path) : [name];
    });
  return walk(root);
}
