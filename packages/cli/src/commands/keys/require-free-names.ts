import type { Connection } from '../../auth/connect.ts';
import type { Document } from '../../documents/documents.ts';
import { shapeOf } from '../../documents/write-document.ts';
import { failUsage } from '../../fault.ts';
import { escapeText } from '../../output/escape-text.ts';

/** Formats that can nest names at the key separator. */
const NESTABLE: ReadonlySet<string> = new Set(['json', 'yaml']);

interface Rename {
  readonly from: string;
  readonly to: string;
  /** Names of the key or of all forms of the plural. */
  readonly names: readonly string[];
  /** Files that contain the key. */
  readonly holders: readonly Document[];
  /** Prefixes of all files of the configuration. */
  readonly prefixes: ReadonlySet<string>;
  readonly keySeparator: string | null;
}

/**
 * Requires that a key can have its new names.
 * @throws CliError for an empty name, if an active or archived key of the project has one of the new names, or if a
 * nested file contains the key and cannot contain a new name beside another name of the project
 */
export async function requireFreeNames(
  client: Connection['client'],
  projectId: string,
  rename: Rename,
): Promise<void> {
  const { from, to, names, holders, keySeparator } = rename;
  if (to === '') failUsage('The argument new is empty: a key needs a name.');
  const next = names.map((name) => to + name.slice(from.length));
  const nested = holders.find(
    (file) => NESTABLE.has(file.spec.format) && shapeOf(file, keySeparator) === 'nested',
  );
  const root = nested && keySeparator ? to.split(keySeparator)[0]! : '';
  const keyPrefix = root === '' ? to : root;
  const listed = client.i18n.keys.listAll({ projectId, keyPrefix, archived: true, limit: 500 });
  for await (const { name, archivedAt, pluralFamily } of listed) {
    if (names.includes(name)) continue;
    if (next.includes(name)) {
      const what = archivedAt === null ? 'a key' : 'an archived key';
      failUsage(`The project already has ${what} with the name ${name}.`);
    }
    if (nested === undefined || archivedAt !== null) continue;
    const place = placeBeside(rename, name);
    if (place === null) continue;
    const other =
      pluralFamily === null
        ? `the key ${escapeText(name)}`
        : `the plural ${escapeText(pluralFamily)}`;
    failUsage(
      `${escapeText(to)} cannot be ${place} ${other}: a nested file has either a text or other names at one place, and programs such as Rails and vue-i18n would not find both. Choose another name. Nothing was renamed.`,
      { file: nested.path },
    );
  }
}

/**
 * Returns the place of the new name if a nested file cannot contain it beside the other name. Null
 * if it can, or if the old name is at such a place already.
 */
function placeBeside(
  { from, to, names, prefixes, keySeparator }: Rename,
  other: string,
): 'above' | 'below' | null {
  const prefix = prefixOf(other, prefixes);
  const inFile = (name: string): string | null =>
    prefixOf(name, prefixes) === prefix ? name.slice(prefix.length) : null;
  const place = (name: string): 'above' | 'below' | null => {
    const [one, two] = [inFile(name), other.slice(prefix.length)];
    if (one === null) return null;
    if (isBelow(two, one, keySeparator!)) return 'above';
    return isBelow(one, two, keySeparator!) ? 'below' : null;
  };
  for (const name of names) {
    const found = place(to + name.slice(from.length));
    if (found !== null && place(name) === null) return found;
  }
  return null;
}

/** True if a nested file has the name below the other name, as a member or as an element of a list. */
const isBelow = (name: string, other: string, keySeparator: string): boolean =>
  name.startsWith(other + keySeparator) || name.startsWith(`${other}[`);

/** Returns the longest prefix of a file with which a name begins. */
function prefixOf(name: string, prefixes: ReadonlySet<string>): string {
  let longest = '';
  for (const prefix of prefixes) {
    if (prefix.length > longest.length && name.startsWith(prefix)) longest = prefix;
  }
  return longest;
}
