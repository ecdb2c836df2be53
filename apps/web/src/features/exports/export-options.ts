import type { FileFormatName, ValueState } from '@parlance/contracts';

export const SHAPES = ['flat', 'nested'] as const;
export const STATES = ['needs_review', 'translated', 'reviewed'] as const;

export interface ExportOptions {
  readonly format: FileFormatName;
  /** Of a JSON or YAML file. */
  readonly shape: (typeof SHAPES)[number];
  readonly states: readonly ValueState[];
  readonly locales: readonly string[];
  /** Of a CSV file. */
  readonly csvSafe: boolean;
}

export const hasShape = (format: FileFormatName): boolean => format === 'json' || format === 'yaml';

const ACCEPT: Readonly<Record<FileFormatName, string>> = {
  json: 'application/json; profile=raw',
  csv: 'text/csv',
  yaml: 'application/yaml',
  xliff: 'application/xliff+xml',
  po: 'text/x-gettext-translation',
  android: 'application/vnd.android.strings+xml',
  strings: 'text/x-strings',
  stringsdict: 'application/x-plist',
  xcstrings: 'application/vnd.apple.xcstrings+json',
};

/** Returns the media type of an export: one locale is one file, several are an archive. */
export const acceptOf = ({ format, locales }: ExportOptions): string =>
  locales.length === 1 ? ACCEPT[format] : 'application/zip';

/** Returns the body of the request for an export. What is the default is left out. */
export function exportBody({ format, shape, states, locales, csvSafe }: ExportOptions) {
  const [locale = ''] = locales;
  return {
    ...(locales.length === 1 ? { locale } : { locales: [...locales] }),
    format,
    ...(hasShape(format) && shape !== 'flat' && { shape }),
    ...(states.length < STATES.length && { states: [...states] }),
    ...(format === 'csv' && csvSafe && { csvSafe }),
  };
}

const EXTENSIONS: Readonly<Record<FileFormatName, string>> = {
  json: 'json',
  csv: 'csv',
  yaml: 'yaml',
  xliff: 'xlf',
  po: 'po',
  android: 'xml',
  strings: 'strings',
  stringsdict: 'stringsdict',
  xcstrings: 'xcstrings',
};

/** Returns a command that downloads the same export with an API key. */
export function commandOf(origin: string, projectId: string, options: ExportOptions): string {
  const { format, locales } = options;
  const output = locales.length === 1 ? `${locales[0]}.${EXTENSIONS[format]}` : 'translations.zip';
  return [
    `curl -fsS '${origin}/v1/i18n/projects/${projectId}/export'`,
    `  -H "Authorization: ApiKey $PARLANCE_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -H 'Accept: ${acceptOf(options)}'`,
    `  -d '${JSON.stringify(exportBody(options))}'`,
    `  -o ${output}`,
  ].join(' \\\n');
}
