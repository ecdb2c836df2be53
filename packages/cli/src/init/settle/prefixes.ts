import type { FileConfig } from '@parlance/config';
import { type Document, textsOf } from '../../documents/documents.ts';
import type { Entry } from './entry.ts';

type PrefixOf = (entry: Entry, document: Document) => string;

/**
 * Adds prefixes to entries if two files contain the same key in a locale. Also adds a prefix to an entry with keys that
 * begin with the prefix of another entry, because its texts would be written to the other entry's files.
 */
export function givePrefixes(entries: readonly Entry[]): Entry[] {
  const chosen = new Map<Entry, string>();
  const prefixOf: PrefixOf = (entry, { values, prefix }) =>
    chosen.get(entry)?.replace('{namespace}', values.namespace ?? '') ?? prefix;
  const rounds = new Map<Entry, number>();
  for (let isFresh = true; isFresh; ) {
    isFresh = false;
    for (const group of findClashing(entries, prefixOf)) {
      for (const [entry, candidates] of prefixesFor(group)) {
        const round = rounds.get(entry) ?? 0;
        const prefix = candidates[round];
        // No prefix separates two files that differ only in the spelling of a placeholder.
        if (prefix === undefined) continue;
        rounds.set(entry, round + 1);
        chosen.delete(entry);
        chosen.set(entry, unused(prefix, [...chosen.values()]));
        isFresh = true;
      }
    }
  }
  return entries.map((entry) => {
    const prefix = chosen.get(entry);
    return prefix === undefined ? entry : { ...entry, file: withPrefix(entry.file, prefix) };
  });
}

const withPrefix = (
  { path, source, prefix: _, ...rest }: FileConfig,
  prefix: string,
): FileConfig => ({ path, ...(source === undefined ? {} : { source }), prefix, ...rest });

interface EntryDocument {
  readonly entry: Entry;
  readonly document: Document;
}

/** Returns the entries that conflict, in groups in which each entry conflicts with another one. */
function findClashing(entries: readonly Entry[], prefixOf: PrefixOf): Entry[][] {
  const groups = new Map<Entry, Set<Entry>>();
  const clash = (entry: Entry, other: Entry): void => {
    const group = groups.get(entry) ?? new Set([entry]);
    if (group.has(other) && groups.has(other)) return;
    const joined = new Set([...group, ...(groups.get(other) ?? [other])]);
    for (const each of joined) groups.set(each, joined);
  };
  const files = entries.flatMap((entry) =>
    entry.documents.map((document) => ({ entry, document, prefix: prefixOf(entry, document) })),
  );
  const byPrefix = new Map(files.map(({ entry, prefix }) => [prefix, entry]));
  const owners = new Map<string, EntryDocument>();
  for (const { entry, document, prefix } of files) {
    for (const [locale, texts] of textsOf(document)) {
      for (const text of texts.keys()) {
        const key = prefix + text.slice(document.prefix.length);
        const owner = owners.get(`${locale} ${key}`);
        if (owner === undefined) owners.set(`${locale} ${key}`, { entry, document });
        else if (!isTwin(owner, { entry, document })) clash(entry, owner.entry);
        for (let at = key.indexOf('.', prefix.length); at !== -1; at = key.indexOf('.', at + 1)) {
          const other = byPrefix.get(key.slice(0, at + 1));
          if (other !== undefined) clash(entry, other);
        }
      }
    }
  }
  return [...new Set(groups.values())].map((group) => entries.filter((entry) => group.has(entry)));
}

/** True for two spellings of one locale in an entry, which no prefix can separate. */
const isTwin = (twin: EntryDocument, other: EntryDocument): boolean =>
  twin.entry === other.entry &&
  JSON.stringify(twin.document.values) === JSON.stringify(other.document.values);

/**
 * Returns possible prefixes for each entry, the shortest first. They consist of the entry's
 * namespaces, or of the names in its path that other entries lack.
 */
function prefixesFor(entries: readonly Entry[]): [Entry, string[]][] {
  const all = entries.map((entry) => namesOf(entry.file));
  const distinctNames = all.map((names) =>
    names.filter((name) => !all.every((one) => one.includes(name))),
  );
  const lasts = distinctNames.map((names) => names.at(-1));
  return entries.map((entry, index) => {
    const last = lasts[index];
    const isOnly = last !== undefined && lasts.indexOf(last) === lasts.lastIndexOf(last);
    const label = isOnly ? last : distinctNames[index]!.join('.') || all[index]!.at(-1) || 'main';
    if (!entry.file.path.includes('{namespace}')) return [entry, [`${label}.`]];
    const isNew = entry.file.prefix === undefined;
    return [entry, [...(isNew ? ['{namespace}.'] : []), `${label}.{namespace}.`]];
  });
}

/** Returns the names of the folders and of the file, without placeholders and extension. */
const namesOf = ({ path }: FileConfig): string[] =>
  path
    .replace(/\.\w+$/, '')
    .split('/')
    .map((name) =>
      name
        .replace(/\{[^{}]*\}/g, '')
        .replace(/[^\p{L}\p{N}_-]+/gu, '_')
        .replace(/^[_-]+|[_-]+$/g, ''),
    )
    .filter((name) => name !== '' && name !== 'LC_MESSAGES');

/** Returns a prefix that neither begins with another prefix nor is the beginning of another prefix. */
function unused(prefix: string, others: readonly string[]): string {
  let freePrefix = prefix;
  for (
    let at = 2;
    others.some((one) => freePrefix.startsWith(one) || one.startsWith(freePrefix));
    at++
  ) {
    freePrefix = prefix.replace(/^[^.]*/, `$&${at}`);
  }
  return freePrefix;
}
