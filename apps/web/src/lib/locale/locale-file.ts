import type { FileFormatName, MessageFormat } from '@parlance/contracts';

interface FileKind {
  readonly value: FileFormatName;
  readonly label: string;
  readonly contentType: string;
  /** File name extensions of the format. New files get the first one. */
  readonly extensions: readonly [string, ...string[]];
}

/** The file formats. If several formats share an extension, the content of a file determines its format. */
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
  kind('arb', 'Flutter ARB', 'application/vnd.flutter.arb+json', 'arb'),
  kind('formatjs', 'FormatJS', 'application/vnd.formatjs.messages+json', 'json'),
  kind('chrome', 'Chrome messages.json', 'application/vnd.chrome.messages+json', 'json'),
  kind('resx', '.NET RESX, RESW', 'text/microsoft-resx', 'resx', 'resw'),
];

function kind(
  value: FileFormatName,
  label: string,
  contentType: string,
  ...extensions: FileKind['extensions']
): FileKind {
  return { value, label, contentType, extensions };
}

const byFormat = new Map(FILE_FORMATS.map((kind) => [kind.value, kind]));

export const contentTypeOf = (format: FileFormatName): string => byFormat.get(format)!.contentType;
export const extensionOf = (format: FileFormatName): string => byFormat.get(format)!.extensions[0];

/** Names of files that an import accepts. */
export const FILE_TYPES: readonly string[] = [
  ...new Set(
    FILE_FORMATS.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)),
  ),
];

export const MESSAGE_FORMATS = [
  'auto',
  'icu',
  'flutter',
  'flutter_relaxed',
  'i18next',
  'printf',
  'ruby',
  'java',
  'dotnet',
  'chrome',
  'mf2',
  'plain',
] as const satisfies readonly MessageFormat[];

/** Patterns of syntax that only one message format has. */
const MARKS: readonly (readonly [MessageFormat, RegExp])[] = [
  ['icu', /\{\s*[\w.]+\s*,\s*(?:plural|select|selectordinal|number|date|time)\b/],
  ['i18next', /\{\{[^{}]+\}\}|\$t\(/],
  ['ruby', /%\{\w+\}/],
  ['printf', /%(?:\d+\$)?[sd@]/],
];

/** File formats by extension. Extensions that several formats share are left out. */
const byExtension = new Map(
  FILE_FORMATS.flatMap(({ value, extensions }) =>
    extensions.map((extension) => [extension, value] as const),
  ).filter(([one]) => one !== 'xml' && one !== 'json'),
);

/** Number of bytes at the beginning of a file from which its format can be detected. */
const HEAD_BYTES = 4096;

/**
 * Returns the format of a file by its extension. If several formats share the extension, such as XML, the format is
 * detected from the content.
 */
export async function guessFormat(file: File): Promise<FileFormatName> {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  const formatOfExtension = byExtension.get(extension);
  if (formatOfExtension !== undefined) return formatOfExtension;
  const head = await file.slice(0, HEAD_BYTES).text();
  return extension === 'json' ? formatOfJson(head.trimStart()) : formatOfText(head);
}

/** Returns the file format that a text seems to have. */
export function formatOfText(text: string): FileFormatName {
  const start = text.trimStart();
  if (/^\{\s*"sourceLanguage"\s*:/.test(start)) return 'xcstrings';
  if (start.startsWith('{') || start.startsWith('[')) return formatOfJson(start);
  if (start.startsWith('<')) {
    if (/<resources[\s/>]/.test(start)) return 'android';
    if (/<root[\s>]/.test(start)) return 'resx';
    return /<plist[\s>]/.test(start) ? 'stringsdict' : 'xliff';
  }
  if (/^(?:msgid|msgctxt)[ \t]+"/m.test(text)) return 'po';
  if (/^"[^"\n]*"[ \t]*=[ \t]*"[^\n]*;[ \t]*$/m.test(text)) return 'strings';
  const [first = ''] = start.split('\n', 1);
  return first.includes(',') && !first.includes(': ') ? 'csv' : 'yaml';
}

const CHROME_ENTRY =
  /^\{\s*"\w+"\s*:\s*\{\s*"(?:message"\s*:\s*"(?:[^"\\]|\\.)*"\s*(?:\}|,\s*"(?:description|placeholders)")|description"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"message")/;

const FORMATJS_ENTRY =
  /^\{\s*"(?:[^"\\]|\\.)+"\s*:\s*\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*?"defaultMessage"\s*:/;

function formatOfJson(start: string): FileFormatName {
  if (/"@@[\w-]+"\s*:/.test(start)) return 'arb';
  if (FORMATJS_ENTRY.test(start)) return 'formatjs';
  return CHROME_ENTRY.test(start) ? 'chrome' : 'json';
}

/** Message formats of file formats for one kind of program. The last two also require an argument in the texts. */
const OF_FILES: Readonly<Partial<Record<FileFormatName, MessageFormat>>> = {
  arb: 'flutter',
  formatjs: 'icu',
  chrome: 'chrome',
  properties: 'java',
  resx: 'dotnet',
};
/** Matches the beginning of a text with declarations, and an expression with a function. */
const MF2 = /(?:^|["':,])\s*\.(?:input\s*\{|local\s+\$|match\s+\$)|\{\s*\$[^\s{}:]+\s+:[a-z]/m;
const QUOTED_BRACE = /'[{}]'/;
const NUMBERED = /\{\d+[,:}]/;

/**
 * Returns the message format that the file format or the texts indicate. Returns `auto` if they indicate none, or
 * more than one.
 */
export function guessMessageFormat(text: string, format?: FileFormatName): MessageFormat {
  // An ARB file does not state Flutter's `use-escaping`, but a quoted brace is text only with this option.
  if (format === 'arb' && QUOTED_BRACE.test(text)) return 'icu';
  const fileStyle = format === undefined ? undefined : OF_FILES[format];
  const isSure = fileStyle !== 'java' && fileStyle !== 'dotnet';
  if (fileStyle !== undefined && (isSure || NUMBERED.test(text))) return fileStyle;
  if (MF2.test(text)) return 'mf2';
  const found = MARKS.filter(([, mark]) => mark.test(text));
  return found.length === 1 ? found[0]![0] : 'auto';
}

/** Returns the language tag in a file's name, such as `pt-BR` in `messages.pt-BR.json`. */
export function guessLocale(fileName: string): string | null {
  const stem = fileName.replace(/\.\w+$/, '');
  const last = /(?:^|[._])([a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_][A-Z]{2})?)$/.exec(stem)?.[1];
  return last === undefined ? null : last.replaceAll('_', '-');
}
