import type { FileFormatName, MessageFormat } from '@parlance/contracts';

export const CONTENT_TYPES: Readonly<Record<FileFormatName, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  yaml: 'application/yaml',
  xliff: 'application/xliff+xml',
  po: 'text/x-gettext-translation',
  android: 'application/vnd.android.strings+xml',
  strings: 'text/x-strings',
  stringsdict: 'application/x-plist',
  xcstrings: 'application/vnd.apple.xcstrings+json',
};

export const FILE_FORMATS = [
  { value: 'json', label: 'JSON' },
  { value: 'yaml', label: 'YAML' },
  { value: 'csv', label: 'CSV' },
  { value: 'xliff', label: 'XLIFF' },
  { value: 'po', label: 'gettext PO' },
  { value: 'android', label: 'Android XML' },
  { value: 'strings', label: 'Apple .strings' },
  { value: 'stringsdict', label: 'Apple .stringsdict' },
  { value: 'xcstrings', label: 'Apple .xcstrings' },
] as const satisfies readonly { value: FileFormatName; label: string }[];

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

const FORMATS: Readonly<Record<string, FileFormatName>> = {
  json: 'json',
  arb: 'json',
  csv: 'csv',
  yaml: 'yaml',
  yml: 'yaml',
  xlf: 'xliff',
  xliff: 'xliff',
  po: 'po',
  pot: 'po',
  strings: 'strings',
  stringsdict: 'stringsdict',
  xcstrings: 'xcstrings',
};

/** Number of bytes that suffice to detect the format of a file. */
const HEAD_BYTES = 4096;

/** Returns the format of a file by its name, or by its content if several formats share the name, such as XML. */
export async function guessFormat(file: File): Promise<FileFormatName> {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  return FORMATS[extension] ?? formatOfText(await file.slice(0, HEAD_BYTES).text());
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
