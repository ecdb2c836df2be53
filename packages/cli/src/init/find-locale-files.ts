import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FoundPattern,
  findPatterns,
  isSkippedName,
  mayBeLocaleFile,
  type NamedFile,
} from '@parlance/config';
import { detectFormat, HEAD_BYTES, readLocale } from '@parlance/formats';

const MAX_DEPTH = 6;

export const findLocaleFiles = (root: string): FoundPattern[] =>
  findPatterns([...walk(root, '', 0)], {
    isOfRails: (file) => isOfRails(root, file),
    formatOf: (path) => {
      const head = readFileSync(join(root, path)).subarray(0, HEAD_BYTES);
      return detectFormat({ path, head });
    },
  });

function* walk(root: string, folder: string, depth: number): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (isSkippedName(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH) yield* walk(root, path, depth + 1);
    } else if (mayBeLocaleFile(entry.name)) yield path;
  }
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
