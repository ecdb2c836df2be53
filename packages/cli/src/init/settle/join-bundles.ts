import { type FileConfig, groupBy } from '@parlance/config';
import type { Entry } from './entry.ts';

/** Matches the name of a bundle in the last part of a path, with what is before and after it. */
const BUNDLE = /^(.*\/)?([^/{}]+?)((?:[._]?\{[-_.]?locale(?::\w+)?\})?\.\w+)$/;

/**
 * Joins entries with prefixes that differ in the name of their files only, such as
 * `Forms/{namespace}{.locale}.resx`, so that further bundles need no entries. The joined entry must
 * cover the same files.
 */
export function joinBundles(
  entries: readonly Entry[],
  pathsOf: (file: FileConfig) => readonly string[],
): FileConfig[] {
  const groups = groupBy(entries, (entry) => shapeOf(entry) ?? entry);
  return [...groups.values()].flatMap((group) => {
    const files = group.map(({ file }) => file);
    if (group.length === 1) return files;
    const [first] = files as [FileConfig];
    const joined: FileConfig = {
      ...first,
      path: joinedOf(first.path),
      ...(first.source === undefined ? {} : { source: joinedOf(first.source) }),
      prefix: '{namespace}.',
    };
    const paths = files.flatMap(pathsOf).sort();
    return String(pathsOf(joined).toSorted()) === String(paths) ? [joined] : files;
  });
}

const joinedOf = (path: string): string => path.replace(BUNDLE, '$1{namespace}$3');

/** Returns what the entries of a group have in common. Null if the entry cannot be joined. */
function shapeOf({ file }: Entry): string | null {
  const { path, source, prefix, ...rest } = file;
  const name = BUNDLE.exec(path)?.[2];
  if (prefix !== `${name}.` || !path.includes('locale')) return null;
  return JSON.stringify([joinedOf(path), source && joinedOf(source), rest]);
}
