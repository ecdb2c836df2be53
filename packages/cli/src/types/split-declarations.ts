import { createHash } from 'node:crypto';
import { basename, join } from 'node:path/posix';
import { groupBy, type Library } from '@parlance/config';
import { findPluralFamilies } from '@parlance/messages';
import {
  declareAppMessages,
  declareIds,
  declareKeys,
  declareLocaleMessage,
  declareResources,
  declareTypes,
  fileOf,
  flatMessages,
  nextIntlMessages,
  type Source,
  sortTexts,
  type Texts,
  TRANSLATE,
  unionOf,
  vueMessages,
} from './declarations.ts';
import { folderOfParts } from './declarations-file.ts';

/**
 * Minimum number of keys in a group that gets a separate file. A group has all keys with the same
 * first segment.
 */
const MIN_KEYS = 100;
const OTHERS = 'others';
/** Matches file names that are valid and distinct on every file system. The name of {@link OTHERS} does not match. */
const PLAIN_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d|others)$)[a-z0-9_-]{1,60}$/;
const HASH_LENGTH = 8;

interface Group {
  readonly namespace: string;
  readonly texts: Map<string, string>;
}

/** Namespace of a separate file, and the name under which the main file imports this file. */
type Import = Pick<Group, 'namespace'> & { readonly name: string };

interface Splitter {
  readonly part: (texts: Texts, source: Source) => string[];
  readonly whole: (groups: readonly Import[], source: Source) => string[];
}

const exportMessages = (lines: readonly string[]): string[] => [
  'export interface Messages {',
  ...lines,
  '}',
];

const joinMembers = (groups: readonly Import[], member: string, operator: string): string =>
  groups.map(({ name }) => `${name}.${member}`).join(operator);

const SPLITTERS: Readonly<Record<Library, Splitter>> = {
  plain: {
    part: declareKeys,
    whole: (groups) => [
      `export type PlainKey = ${joinMembers(groups, 'PlainKey', ' | ')};`,
      `export interface Params extends ${joinMembers(groups, 'Params', ', ')} {}`,
      ...TRANSLATE,
    ],
  },
  i18next: {
    part: (texts) => exportMessages(flatMessages(texts, '  ')),
    whole: (groups, { defaultNamespace }) => {
      const namespaces = groupBy(groups, ({ namespace }) => namespace);
      const types = [...namespaces].map(
        ([namespace, namespaceTexts]) =>
          [namespace, [joinMembers(namespaceTexts, 'Messages', ' & ')]] as const,
      );
      return declareResources(new Map(types), defaultNamespace);
    },
  },
  'react-intl': {
    part: (texts) => unionOf('export type Id =', [...texts.keys()]),
    whole: (groups) => declareIds([`      ids: ${joinMembers(groups, 'Id', ' | ')};`]),
  },
  'next-intl': {
    part: (texts, source) => exportMessages(nextIntlMessages(texts, source, '  ')),
    whole: (groups) => declareAppMessages([joinMembers(groups, 'Messages', ' & ')]),
  },
  'vue-i18n': {
    part: (texts, source) => exportMessages(vueMessages(texts, source, '  ')),
    whole: (groups) =>
      declareLocaleMessage(`extends ${joinMembers(groups, 'Messages', ', ')} `, []),
  },
};

/** Returns declaration files by path: the main file, and a file for each first segment that many keys share. */
export function splitTypes(
  library: Library,
  texts: Texts,
  source: Source,
  file: string,
): Map<string, string> {
  const { part, whole } = SPLITTERS[library];
  const folder = folderOfParts(file);
  const isByNamespace = library === 'i18next' && (source.byNamespace?.size ?? 0) > 1;
  const groups = isByNamespace
    ? new Map(
        [...source.byNamespace!].map(([namespace, namespaceTexts]) => [
          namespace,
          { namespace, texts: new Map(namespaceTexts) },
        ]),
      )
    : groupTexts(texts, source);
  if (groups.size === 0) return new Map([[file, declareTypes(library, texts, source)]]);
  const files = new Map<string, string>();
  const imports: string[] = [];
  const named: Import[] = [];
  for (const [label, { namespace, texts: textsOfGroup }] of [...groups].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    const path = join(folder, `${fileNameOf(label)}.d.ts`);
    const name = `Keys${named.length + 1}`;
    files.set(path, fileOf(library, source, part(sortTexts(textsOfGroup), source)));
    imports.push(`import type * as ${name} from './${basename(folder)}/${basename(path)}';`);
    named.push({ namespace, name });
  }
  files.set(file, fileOf(library, source, [...imports, ...whole(named, source)]));
  return files;
}

/** Groups texts by the first segment of their key names. Forms of a plural stay together. */
function groupTexts(texts: Texts, { locale, keySeparator }: Source): Map<string, Group> {
  const families = findPluralFamilies(texts.keys(), { format: 'auto', sourceLocale: locale });
  const all = groupBy(
    [...texts],
    ([name]) => (families.get(name)?.family ?? name).split(keySeparator, 1)[0]!,
  );
  const groups = new Map<string, Group>();
  for (const [segment, segmentTexts] of all) {
    const label = segmentTexts.length < MIN_KEYS ? '' : segment;
    const group = groups.get(label) ?? { namespace: '', texts: new Map<string, string>() };
    for (const [name, text] of segmentTexts) group.texts.set(name, text);
    groups.set(label, group);
  }
  return groups;
}

function fileNameOf(label: string): string {
  if (label === '') return OTHERS;
  if (PLAIN_NAME.test(label)) return label;
  const hash = createHash('sha256').update(label).digest('hex').slice(0, HASH_LENGTH);
  return `${label
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, 40)}-${hash}`;
}
