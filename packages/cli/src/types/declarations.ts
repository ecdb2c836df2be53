import type { Library } from '@parlance/config';
import {
  type ArgumentType,
  argumentsOf,
  findPluralFamilies,
  type MessageArguments,
  type MessageFormat,
} from '@parlance/messages';
import { GENERATED } from './declarations-file.ts';

export type Texts = ReadonlyMap<string, string>;

export interface Source {
  readonly locale: string;
  readonly keySeparator: string;
  /**
   * Texts by namespace, and then by key name in the namespace. If there are no namespaces, the
   * namespace "" contains all texts.
   */
  readonly byNamespace?: ReadonlyMap<string, Texts>;
  /** Namespace of i18next whose keys need no prefix. Null if there is none. */
  readonly defaultNamespace?: string | null;
}

const FORMATS: Readonly<Record<Library, MessageFormat>> = {
  plain: 'auto',
  i18next: 'i18next',
  'react-intl': 'icu',
  'next-intl': 'icu',
  'vue-i18n': 'auto',
};

const DECLARERS: Readonly<Record<Library, (texts: Texts, source: Source) => string[]>> = {
  plain: declarePlain,
  i18next: declareI18next,
  'react-intl': declareReactIntl,
  'next-intl': declareNextIntl,
  'vue-i18n': declareVueI18n,
};

/**
 * Returns a declaration file for the keys and their arguments. The order of the texts does not
 * matter.
 */
export function declareTypes(library: Library, texts: Texts, source: Source): string {
  return fileOf(library, source, DECLARERS[library](sortTexts(texts), source));
}

export const sortTexts = (texts: Texts): Texts => new Map([...texts].sort(byName));

export const fileOf = (library: Library, { locale }: Source, lines: readonly string[]): string =>
  `${GENERATED}--for ${library}\` from the texts in ${locale}. Do not edit.\n${lines.join('\n')}\n`;

function declarePlain(texts: Texts, source: Source): string[] {
  return [...declareKeys(texts, source), ...TRANSLATE];
}

/**
 * Declares the two overloads of the translate function: for keys without arguments, and for keys
 * with arguments.
 */
export const TRANSLATE: readonly string[] = [
  'export interface Translate {',
  '  (key: PlainKey): string;',
  '  <Key extends keyof Params>(key: Key, params: Params[Key]): string;',
  '}',
];

export function declareKeys(texts: Texts, { locale }: Source): string[] {
  const families = findPluralFamilies(texts.keys(), {
    format: FORMATS.plain,
    sourceLocale: locale,
  });
  const byKey = new Map<string, MessageArguments>();
  for (const [name, text] of texts) {
    const family = families.get(name);
    const parsed = argumentsOf(text, FORMATS.plain);
    const earlier = byKey.get(family?.family ?? name)?.named ?? [];
    const count = family ? ([['count', 'number']] as const) : [];
    const named = new Map<string, ArgumentType>([...earlier, ...parsed.named, ...count]);
    byKey.set(family?.family ?? name, { ...parsed, named });
  }
  const plain: string[] = [];
  const params: string[] = [];
  const types = new Map<string, string>();
  for (const [key, given] of byKey) {
    const type = typeOfArguments(given);
    if (type === null) {
      plain.push(key);
      continue;
    }
    if (!types.has(type)) types.set(type, `Arguments${types.size + 1}`);
    params.push(`  ${quote(key)}: ${types.get(type)};`);
  }
  return [
    ...[...types].map(([type, name]) => `type ${name} = ${type};`),
    ...unionOf('export type PlainKey =', plain),
    'export interface Params {',
    ...params,
    '}',
  ];
}

export const DEFAULT_NAMESPACE = 'translation';

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

function declareI18next(texts: Texts, { byNamespace, defaultNamespace }: Source): string[] {
  const named = [...(byNamespace ?? new Map([['', texts]]))].map(
    ([namespace, namespaceTexts]) =>
      [
        namespace,
        ['{', ...flatMessages(sortTexts(namespaceTexts), '        '), '      }'],
      ] as const,
  );
  return declareResources(new Map(named), defaultNamespace);
}

/**
 * Returns the declaration of the resource types of all namespaces. The keys are flat, because the
 * compiler would take seconds to join nested segments.
 */
export function declareResources(
  types: ReadonlyMap<string, readonly string[]>,
  defaultNamespace: string | null | undefined,
): string[] {
  const named = [...types]
    .map(([namespace, lines]) => [namespace || DEFAULT_NAMESPACE, lines] as const)
    .sort(byName);
  const first = defaultNamespace || DEFAULT_NAMESPACE;
  return [
    "import 'i18next';",
    "declare module 'i18next' {",
    '  interface CustomTypeOptions {',
    `    defaultNS: ${quote(first)};`,
    '    keySeparator: false;',
    '    resources: {',
    ...named.flatMap(([namespace, [head, ...rest]]) => {
      const lines = [`      ${quote(namespace)}: ${head}`, ...rest];
      return [...lines.slice(0, -1), `${lines.at(-1)};`];
    }),
    '    };',
    '  }',
    '}',
  ];
}

export const flatMessages = (texts: Texts, indent: string): string[] =>
  [...texts].map(([name, text]) => `${indent}${quote(name)}: ${literalOf(text, FORMATS.i18next)};`);

function declareReactIntl(texts: Texts): string[] {
  return declareIds(unionOf('      ids:', [...texts.keys()]));
}

export const declareIds = (member: readonly string[]): string[] => [
  'export {};',
  'declare global {',
  '  namespace FormatjsIntl {',
  '    interface Message {',
  ...member,
  '    }',
  '  }',
  '}',
];

function declareNextIntl(texts: Texts, source: Source): string[] {
  return declareAppMessages(['{', ...nextIntlMessages(texts, source, '      '), '    }']);
}

export const declareAppMessages = (type: readonly string[]): string[] => {
  const lines = [`    Messages: ${type[0]}`, ...type.slice(1)];
  return [
    "import 'use-intl';",
    "declare module 'use-intl' {",
    '  interface AppConfig {',
    ...lines.slice(0, -1),
    `${lines.at(-1)};`,
    '  }',
    '}',
  ];
};

export const nextIntlMessages = (
  texts: Texts,
  { keySeparator }: Source,
  indent: string,
): string[] => nest(texts, keySeparator, (text) => literalOf(text, FORMATS['next-intl']), indent);

function declareVueI18n(texts: Texts, source: Source): string[] {
  return declareLocaleMessage('', vueMessages(texts, source, '    '));
}

export const declareLocaleMessage = (parents: string, members: readonly string[]): string[] => [
  "import 'vue-i18n';",
  "declare module 'vue-i18n' {",
  `  export interface DefineLocaleMessage ${parents}{`,
  ...members,
  '  }',
  '}',
];

export const vueMessages = (texts: Texts, { keySeparator }: Source, indent: string): string[] =>
  nest(texts, keySeparator, () => 'string', indent);

export const unionOf = (start: string, names: readonly string[]): string[] =>
  names.length === 0
    ? [`${start} never;`]
    : [
        start,
        ...names.map((name, index) => `  | ${quote(name)}${index === names.length - 1 ? ';' : ''}`),
      ];

/** Returns `string`, or a literal type for a message with arguments. Libraries infer the arguments from this type. */
function literalOf(text: string, format: MessageFormat): string {
  return argumentsOf(text, format).named.size > 0 ? quote(text) : 'string';
}

interface Tree extends Map<string, string | Tree> {}

/** Returns the lines of an object type, nested by the segments of key names. */
function nest(
  texts: Texts,
  separator: string,
  typeOf: (text: string) => string,
  indent: string,
): string[] {
  const root: Tree = new Map();
  for (const [name, text] of texts) {
    const segments = isBelowAnother(name, texts, separator) ? [name] : name.split(separator);
    const last = segments.pop()!;
    segments.reduce(branchOf, root).set(last, typeOf(text));
  }
  return linesOf(root, indent);
}

function isBelowAnother(name: string, texts: Texts, separator: string): boolean {
  for (let at = name.indexOf(separator); at !== -1; at = name.indexOf(separator, at + 1)) {
    if (texts.has(name.slice(0, at))) return true;
  }
  return false;
}

function branchOf(tree: Tree, segment: string): Tree {
  const subtree = tree.get(segment);
  if (subtree instanceof Map) return subtree;
  const branch: Tree = new Map();
  tree.set(segment, branch);
  return branch;
}

const linesOf = (tree: Tree, indent: string): string[] =>
  [...tree].flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${indent}${quote(name)}: ${value};`]
      : [`${indent}${quote(name)}: {`, ...linesOf(value, `${indent}  `), `${indent}};`],
  );

const TYPES: Readonly<Record<ArgumentType, string>> = {
  text: 'string | number',
  number: 'number',
  date: 'Date | number',
  option: 'string',
};

/** Returns the type of a message's arguments. Returns null if the message has none. */
function typeOfArguments({ named, positional }: MessageArguments): string | null {
  if (named.size > 0) {
    const members = [...named].sort(([a], [b]) => (a < b ? -1 : 1));
    return `{ ${members.map(([name, type]) => `${quote(name)}: ${TYPES[type]}`).join('; ')} }`;
  }
  if (positional === 0) return null;
  return `[${Array(positional).fill(TYPES.text).join(', ')}]`;
}

const quote = (text: string): string => JSON.stringify(text);
