import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { failUsage } from '../fault.ts';

/**
 * @throws CliError if a path leads out of the configuration's folder, directly or through a
 * symbolic link
 */
export function requireInside(root: string, path: string): void {
  const realRoot = realpathSync(root);
  const inner = relative(realRoot, resolve(realRoot, path));
  if (inner === '' || isOutside(inner)) {
    failUsage('The path leads out of the folder of parlance.json.', { file: path });
  }
  let real = realRoot;
  for (const segment of inner.split(sep)) {
    try {
      real = realpathSync(join(real, segment));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return;
    }
    if (isOutside(relative(realRoot, real))) {
      failUsage('The file is a link to a place outside the folder of parlance.json.', {
        file: path,
      });
    }
  }
}

const isOutside = (path: string): boolean =>
  path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
