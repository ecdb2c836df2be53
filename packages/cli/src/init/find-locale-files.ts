import { type Dirent, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundPattern, findPatterns, mayBeLocaleFile, type NamedFile } from '@parlance/config';
import { detectFormat, HEAD_BYTES, readLocale } from '@parlance/formats';
import { walk } from './walk.ts';

const isFile = (entry: Dirent): boolean => !entry.isDirectory() && mayBeLocaleFile(entry.name);

export const findLocaleFiles = (root: string): FoundPattern[] =>
  findPatterns([...walk(root, isFile)], {
    isOfRails: (file) => isOfRails(root, file),
    formatOf: (path) => {
      const head = readFileSync(join(root, path)).subarray(0, HEAD_BYTES);
      return detectFormat({ path, head });
    },
  });

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
