import { type FileConfig, groupBy } from '@parlance/config';
import type { Entry } from './entry.ts';

/** Matches the name of a bundle in the last part of a path, with the text before and after it. */
const BUNDLE = /^(.*\/)?([^/{}]+?)((?:[._]?\{[-_.]?locale(?::\w+)?\})?\.\w+)$/;

/**
 * Joins entries with prefixes that differ only in the names of their files, so that further bundles
 * need no entries. The path of a joined entry is, for example, `Forms/{namespace}{.locale}.resx`.
 * The joined entry must cover the same files.
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

/** Returns the parts of an entry that all entries of a group share. Null if the entry cannot be joined. */
function shapeOf({ file }: Entry): string | null {
  const { path, source, prefix, ...rest } = file;
  const name = BUNDLE.exec(path)?.[2];
  if (prefix !== `${name}.` || !path.includes('locale')) return null;
  return JSON.stringify([joinedOf(path), source && joinedOf(source), rest]);
}
