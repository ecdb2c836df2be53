import { spawnSync } from 'node:child_process';
import { closeSync, type Dirent, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FoundPattern,
  findPatterns,
  mayBeLocaleFile,
  type NamedFile,
  nameFile,
} from '@parlance/config';
import { detectFormat, HEAD_BYTES, readLocale } from '@parlance/formats';
import { walk } from './walk.ts';

/** Folders of compiled or copied files, in addition to the folders that all commands ignore. */
const OUTPUT =
  /(?:^|\/)(?:compiled(?:-lang)?|compiled-locales|out|obj|venv|site-packages|Pods|DerivedData|bower_components)\//;

const isFile = (entry: Dirent): boolean => !entry.isDirectory() && mayBeLocaleFile(entry.name);

/**
 * Finds locale files. Omits generated files, which are in output folders or ignored by git, unless
 * there are no other files.
 */
export function findLocaleFiles(root: string, sourceLocale: string): FoundPattern[] {
  // Skips broken symbolic links.
  const all = [...walk(root, isFile)].filter((path) => existsSync(join(root, path)));
  const ignored = ignoredByGit(root, all);
  const sourceFiles = all.filter(
    (path) => !ignored.has(path) && !OUTPUT.test(path) && !isCompiled(root, path),
  );
  const found = patternsIn(root, sourceFiles, sourceLocale);
  return found.length > 0 ? found : patternsIn(root, all, sourceLocale);
}

const patternsIn = (root: string, paths: string[], sourceLocale: string): FoundPattern[] =>
  findPatterns(paths, {
    sourceLocale,
    isOfRails: (file) => isOfRails(root, file),
    formatOf: (path) => detectFormat({ path, head: headOf(root, path) }),
  });

function headOf(root: string, path: string): Buffer {
  const file = openSync(join(root, path), 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

/** Matches the start of the nodes that `formatjs compile --ast` writes. */
const NODES = /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{\s*"type"\s*:\s*\d/;

const isCompiled = (root: string, path: string): boolean =>
  path.endsWith('.json') && nameFile(path) !== null && NODES.test(headOf(root, path).toString());

/** Returns the paths that git ignores. Empty without git, and outside a repository. */
function ignoredByGit(cwd: string, paths: readonly string[]): Set<string> {
  const input = paths.map((path) => `${path}\0`).join('');
  const { stdout } = spawnSync('git', ['check-ignore', '-z', '--stdin'], { cwd, input });
  return new Set(stdout?.toString().split('\0').filter(Boolean));
}

/**
 * True for a YAML file whose root key is the locale in its path. Rails merges all such files, so no
 * two of them contain the same key.
 */
function isOfRails(root: string, { path, locale }: NamedFile): boolean {
  if (!/\.ya?ml$/.test(path) || locale === null) return false;
  const text = readFileSync(join(root, path), 'utf8');
  const key = /^["']?([\w-]+)["']?:[ \t]*(?:#.*)?$/m.exec(text)?.[1];
  return key !== undefined && readLocale(key.replaceAll('_', '-'), 'bcp47') === locale;
}
