import { canonicalTag } from './locale/locale-tag.ts';
import type { FileWarning } from './notes.ts';
import type { WarningCode } from './warnings.ts';

export interface ShapeOptions {
  separator: string;
  localeTag: string;
}

/** Number of names in a file that are examined to detect its shape. */
export const SHAPE_NAMES = 2000;

/**
 * Returns a warning if the names in a file suggest that the file contains several locales, or that
 * it contains metadata of another tool in addition to messages. An import treats all strings as
 * messages.
 */
export function findForeignShape(
  format: string,
  names: readonly string[],
  { separator, localeTag }: ShapeOptions,
): FileWarning | null {
  if (format !== 'json' && format !== 'yaml') return null;
  const paths = names.map((name) => name.split(separator));
  if (isBelowLocales(paths, localeTag)) {
    return warning(
      'locales_as_text',
      'the top-level keys of the file are locales, and become parts of the key names; keep one file per locale, without the locale as a key',
    );
  }
  const tool = findTool(paths, new Set(names), separator);
  if (tool === null) return null;
  const message = `the file looks like ${tool.name}: its metadata is read as strings too; ${tool.way}`;
  return warning('metadata_as_text', message);
}

const warning = (code: WarningCode, message: string): FileWarning => ({ path: '', code, message });

type Paths = readonly (readonly string[])[];

/**
 * True if each name begins with a two-letter language code, and one of the codes names the imported
 * language. i18n-js and vue-i18n use such files.
 */
function isBelowLocales(paths: Paths, localeTag: string): boolean {
  const roots = new Set(paths.map(([root, ...rest]) => (rest.length > 0 ? root! : '')));
  const tags = [...roots].map((root) =>
    /^[a-z]{2}\b|^[a-z]{2}_/i.test(root) ? canonicalTag(root) : null,
  );
  return tags.includes(localeTag) && !tags.includes(null);
}

/** A file of another tool, and the file to send instead. */
interface Tool {
  readonly name: string;
  readonly way: string;
}

const withFormat = (name: string, format: string): Tool => ({
  name,
  way: `import it with the format ${format}`,
});

const EXTRACT =
  'extract with the default format of formatjs, and import it with the format formatjs';
const PLAIN = 'send a file that has only texts';

/** A file in which each text stands beside members that describe it. */
interface Described extends Tool {
  readonly text: string;
  readonly about: readonly string[];
}

/**
 * Files of tools by their members: the formatters of `formatjs extract` (`@formatjs/cli`,
 * "Builtin formatters"), Signal's messages, and Lingui's catalogs in JSON.
 */
const DESCRIBED: readonly Described[] = [
  {
    name: 'a FormatJS extraction for Transifex',
    way: EXTRACT,
    text: 'string',
    about: ['developer_comment', 'context', 'character_limit'],
  },
  {
    name: 'a FormatJS extraction for Lokalise',
    way: EXTRACT,
    text: 'translation',
    about: ['notes', 'context', 'limit'],
  },
  {
    name: 'a FormatJS extraction for Crowdin or Smartling',
    way: EXTRACT,
    text: 'message',
    about: ['description'],
  },
  {
    name: 'messages of Signal',
    way: PLAIN,
    text: 'messageformat',
    about: ['description', 'ignoreUnused'],
  },
  {
    name: 'a catalog of Lingui',
    way: 'use its format po',
    text: 'translation',
    about: [
      'message',
      'origin',
      'comments',
      'description',
      'placeholders',
      'obsolete',
      'flags',
      'context',
    ],
  },
];

/** Members of a compiled message (`formatjs compile --ast`) and of a message of inlang. */
const COMPILED = /^(?:type|value|options|offset|pluralType|style|children)$/;
const INLANG = /^(?:declarations|selectors|match)(?:\[\d+\])?$/;

function findTool(paths: Paths, names: ReadonlySet<string>, separator: string): Tool | null {
  const isAll = (isOne: (path: readonly string[]) => boolean) => paths.every(isOne);
  const isSome = (isOne: (path: readonly string[]) => boolean) => paths.some(isOne);
  const endsIn = (last: string) => (path: readonly string[]) =>
    path.length > 1 && path.at(-1) === last;
  // True if the file looks like an App Resource Bundle. In this format, `@name` describes the
  // message `name` (ARB specification, "Resource attributes").
  const isArb = ([root, ...rest]: readonly string[]) =>
    root!.startsWith('@@') ||
    (root!.startsWith('@') && rest.length > 0 && names.has(root!.slice(1)));
  if (isSome(isArb)) return withFormat('an ARB file (Flutter)', 'arb');
  const isExtracted = endsIn('defaultMessage');
  if (isSome(isExtracted) && isAll((path) => isExtracted(path) || endsIn('description')(path))) {
    return withFormat('a FormatJS extraction', 'formatjs');
  }
  // True if the file looks like a message file of a Chrome extension (Chrome documentation,
  // "Formats: Locale-specific messages").
  const isMessage = endsIn('message');
  const isBeside = (path: readonly string[]) =>
    endsIn('description')(path) || path[1] === 'placeholders';
  const isOfMessage = (path: readonly string[]) =>
    isMessage(path) || (isBeside(path) && names.has(`${path[0]}${separator}message`));
  if (isSome(isBeside) && isSome(isMessage) && isAll(isOfMessage)) {
    return withFormat('the messages.json of a browser extension', 'chrome');
  }
  const afterElement = (path: readonly string[], pattern: RegExp) =>
    path.some(
      (segment, index) => index > 0 && pattern.test(segment) && /\[\d+\]$/.test(path[index - 1]!),
    );
  if (isSome((path) => afterElement(path, INLANG))) {
    return { name: 'messages of inlang (Paraglide)', way: PLAIN };
  }
  const isNode = (path: readonly string[]) => afterElement(path, COMPILED);
  if (isSome(endsIn('type')) && isAll(isNode)) {
    return { name: 'a compiled file of FormatJS', way: 'send the file before "formatjs compile"' };
  }
  return DESCRIBED.find((tool) => isDescribed(paths, names, { tool, separator })) ?? null;
}

/** True if each text is the member `text` of an entry, or describes such a text. */
function isDescribed(
  paths: Paths,
  names: ReadonlySet<string>,
  { tool: { text, about }, separator }: { tool: Described; separator: string },
): boolean {
  const isBeside = (path: readonly string[]): boolean =>
    path.some((segment, index) => {
      if (index === 0 || !about.includes(segment.replace(/\[.*$/, ''))) return false;
      return names.has([...path.slice(0, index), text].join(separator));
    });
  const others = paths.filter((path) => path.length < 2 || path.at(-1) !== text);
  const described = others.filter(([root]) => !root!.startsWith('smartling'));
  return described.length > 0 && described.every(isBeside);
}
