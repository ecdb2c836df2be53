import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Config } from '@parlance/config';
import { globOf } from '@parlance/config';
import { findFiles } from '../documents/documents.ts';
import { requireInside } from '../documents/require-inside.ts';
import { failUsage } from '../fault.ts';
import { LOCK_NAME } from '../sync/lock-file.ts';
import { DECLARATIONS_FILE, folderOfParts, isGenerated } from '../types/declarations-file.ts';

const MAX_BYTES = 2_000_000;

/**
 * Reads the source code files of a folder, except locale files, parlance.json, dependencies and
 * files that `parlance types` wrote. If there are patterns, reads only files whose path matches.
 */
export function* findCode(
  config: Config,
  folder: string,
  patterns: readonly string[] = ['**'],
): Generator<{ path: string; text: string }> {
  const { root } = config;
  const from = join(root, folder);
  const path = relative(root, from).split(sep).join('/');
  if (path.startsWith('..')) failUsage('The folder is outside the folder of parlance.json.');
  if (path !== '') requireInside(root, path);
  const named = findFiles({ ...config, pull: {} }).map((file) => file.path);
  const types = config.types?.file ?? DECLARATIONS_FILE;
  const written = [LOCK_NAME, types];
  const excluded = new Set([config.file, ...[...named, ...written].map((one) => join(root, one))]);
  if (!statSync(from, { throwIfNoEntry: false })?.isDirectory()) {
    failUsage(`There is no folder ${folder}.`);
  }
  const globs = patterns.map(globOf);
  const isRead = (file: string): boolean => {
    const name = relative(root, file).split(sep).join('/');
    const isDeclared = name.startsWith(`${folderOfParts(types)}/`);
    return !isDeclared && !excluded.has(file) && globs.some((matches) => matches(name));
  };
  for (const file of walk(from, isRead)) {
    const bytes = readFileSync(file);
    if (bytes.includes(0)) continue;
    const text = bytes.toString();
    if (!isGenerated(text)) yield { path: relative(root, file).split(sep).join('/'), text };
  }
}

function* walk(folder: string, isRead: (file: string) => boolean): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, isRead);
    else if (entry.isFile() && isRead(path) && statSync(path).size <= MAX_BYTES) yield path;
  }
}
