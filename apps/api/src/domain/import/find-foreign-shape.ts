import { canonicalLocaleTag, type Warning, type WarningCode } from '@parlance/contracts';

export interface ShapeOptions {
  separator: string;
  localeTag: string;
}

/**
 * Returns a warning if the names in a file suggest that the file contains several locales, or that
 * it contains metadata of another tool in addition to messages. An import treats all strings as
 * messages.
 */
export function findForeignShape(
  names: readonly string[],
  { separator, localeTag }: ShapeOptions,
): Warning | null {
  const paths = names.map((name) => name.split(separator));
  if (isBelowLocales(paths, localeTag)) {
    return warning(
      'locales_as_text',
      'the top-level keys of the file are locales, and were imported as parts of the key names; send one file per locale, without the locale as a key',
    );
  }
  const tool = findTool(paths, new Set(names), separator);
  if (tool === null) return null;
  const [name, format] = tool;
  const message = `the file looks like ${name}: its metadata was imported as strings too; import it with the format ${format}`;
  return warning('metadata_as_text', message);
}

const warning = (code: WarningCode, message: string): Warning => ({ path: '', code, message });

type Paths = readonly (readonly string[])[];

/**
 * True if each name begins with a two-letter language code, and one of the codes is that of the
 * imported language. i18n-js and vue-i18n use such files.
 */
function isBelowLocales(paths: Paths, localeTag: string): boolean {
  const roots = new Set(paths.map(([root, ...rest]) => (rest.length > 0 ? root! : '')));
  const tags = [...roots].map((root) =>
    /^[a-z]{2}\b|^[a-z]{2}_/i.test(root) ? canonicalLocaleTag(root) : null,
  );
  return tags.includes(localeTag) && !tags.includes(null);
}

function findTool(
  paths: Paths,
  names: ReadonlySet<string>,
  separator: string,
): [name: string, format: string] | null {
  const isAll = (isOne: (path: readonly string[]) => boolean) => paths.every(isOne);
  const isSome = (isOne: (path: readonly string[]) => boolean) => paths.some(isOne);
  const endsIn = (last: string) => (path: readonly string[]) =>
    path.length > 1 && path.at(-1) === last;
  // True if the file looks like an App Resource Bundle. In this format, `@name` describes the
  // message `name` (ARB specification, "Resource attributes").
  const isArb = ([root, ...rest]: readonly string[]) =>
    root!.startsWith('@@') ||
    (root!.startsWith('@') && rest.length > 0 && names.has(root!.slice(1)));
  if (isSome(isArb)) return ['an ARB file (Flutter)', 'arb'];
  const isExtracted = endsIn('defaultMessage');
  if (isSome(isExtracted) && isAll((path) => isExtracted(path) || endsIn('description')(path))) {
    return ['a FormatJS extraction', 'formatjs'];
  }
  // True if the file looks like a message file of a Chrome extension (Chrome documentation,
  // "Formats: Locale-specific messages").
  const isMessage = endsIn('message');
  const isBeside = (path: readonly string[]) =>
    endsIn('description')(path) || path[1] === 'placeholders';
  const isOfMessage = (path: readonly string[]) =>
    isMessage(path) || (isBeside(path) && names.has(`${path[0]}${separator}message`));
  return isSome(isBeside) && isSome(isMessage) && isAll(isOfMessage)
    ? ['the messages.json of a browser extension', 'chrome']
    : null;
}
