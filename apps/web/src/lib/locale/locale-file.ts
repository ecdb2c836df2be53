import type { FileFormatName, MessageFormat } from '@parlance/contracts';

interface FileKind {
  readonly value: FileFormatName;
  readonly label: string;
  readonly contentType: string;
  /** Extensions of its files. New files get the first one. */
  readonly extensions: readonly [string, ...string[]];
}

/** The formats of files. Of several formats with one extension, the content tells which a file has. */
export const FILE_FORMATS: readonly FileKind[] = [
  kind('json', 'JSON', 'application/json', 'json'),
  kind('yaml', 'YAML', 'application/yaml', 'yaml', 'yml'),
  kind('csv', 'CSV', 'text/csv', 'csv'),
  kind('xliff', 'XLIFF', 'application/xliff+xml', 'xlf', 'xliff'),
  kind('po', 'gettext PO', 'text/x-gettext-translation', 'po', 'pot'),
  kind('android', 'Android XML', 'application/vnd.android.strings+xml', 'xml'),
  kind('strings', 'Apple .strings', 'text/x-strings', 'strings'),
  kind('stringsdict', 'Apple .stringsdict', 'application/x-plist', 'stringsdict'),
  kind('xcstrings', 'Apple .xcstrings', 'application/vnd.apple.xcstrings+json', 'xcstrings'),
  kind('properties', 'Java .properties', 'text/x-java-properties', 'properties'),
];

function kind(
  value: FileFormatName,
  label: string,
  contentType: string,
  ...extensions: FileKind['extensions']
): FileKind {
  return { value, label, contentType, extensions };
}

const byFormat = new Map(FILE_FORMATS.map((one) => [one.value, one]));

export const contentTypeOf = (format: FileFormatName): string => byFormat.get(format)!.contentType;
export const extensionOf = (format: FileFormatName): string => byFormat.get(format)!.extensions[0];

/** Names of files that an import accepts. */
export const FILE_TYPES: readonly string[] = [
  ...new Set(FILE_FORMATS.flatMap(({ extensions }) => extensions.map((one) => `.${one}`))),
];

export const MESSAGE_FORMATS = [
  'auto',
  'icu',
  'i18next',
  'printf',
  'ruby',
  'java',
  'dotnet',
  'chrome',
  'plain',
] as const satisfies readonly MessageFormat[];

/** Syntax that belongs to one message format only. */
const MARKS: readonly (readonly [MessageFormat, RegExp])[] = [
  ['icu', /\{\s*[\w.]+\s*,\s*(?:plural|select|selectordinal|number|date|time)\b/],
  ['i18next', /\{\{[^{}]+\}\}|\$t\(/],
  ['ruby', /%\{\w+\}/],
  ['printf', /%(?:\d+\$)?[sd@]/],
];

/** Formats by extension, but for XML, which many tools use. */
const byExtension = new Map([
  ['arb', 'json' as const],
  ...FILE_FORMATS.flatMap(({ value, extensions }) =>
    value === 'android' ? [] : extensions.map((one) => [one, value] as const),
  ),
]);

/** Number of bytes that suffice to detect the format of a file. */
const HEAD_BYTES = 4096;

/** Returns the format of a file by its name, or by its content if several formats share the name, such as XML. */
export async function guessFormat(file: File): Promise<FileFormatName> {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return byExtension.get(extension) ?? formatOfText(await file.slice(0, HEAD_BYTES).text());
}

/** Returns the format that a text appears to have. */
export function formatOfText(text: string): FileFormatName {
  const start = text.trimStart();
  if (/^\{\s*"sourceLanguage"\s*:/.test(start)) return 'xcstrings';
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  if (start.startsWith('<')) {
    if (/<resources[\s/>]/.test(start)) return 'android';
    return /<plist[\s>]/.test(start) ? 'stringsdict' : 'xliff';
  }
  if (/^(?:msgid|msgctxt)[ \t]+"/m.test(text)) return 'po';
  if (/^"[^"\n]*"[ \t]*=[ \t]*"[^\n]*;[ \t]*$/m.test(text)) return 'strings';
  const [first = ''] = start.split('\n', 1);
  return first.includes(',') && !first.includes(': ') ? 'csv' : 'yaml';
}

/** Returns the message format of a file. Defaults to `auto`, also for a file with several formats. */
export function guessMessageFormat(text: string): MessageFormat {
  const found = MARKS.filter(([, mark]) => mark.test(text));
  return found.length === 1 ? found[0]![0] : 'auto';
}

/** Returns the language tag in a file's name, such as `pt-BR` in `messages.pt-BR.json`. */
export function guessLocale(fileName: string): string | null {
  const stem = fileName.replace(/\.\w+$/, '');
  const last = /(?:^|[._])([a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_][A-Z]{2})?)$/.exec(stem)?.[1];
  return last === undefined ? null : last.replaceAll('_', '-');
}
