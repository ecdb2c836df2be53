import type { FileFormatName, ValueState } from '@parlance/contracts';
import { contentTypeOf, extensionOf } from '../../lib/locale/locale-file.ts';

export const SHAPES = ['flat', 'nested'] as const;
/** Versions of XLIFF. `auto` leaves the choice to the service. */
export const XLIFF_VERSIONS = ['auto', '1.2', '2.0', '2.1', '2.2'] as const;
export const STATES = ['needs_review', 'translated', 'reviewed'] as const;

export interface ExportOptions {
  readonly format: FileFormatName;
  /** Structure of a JSON or YAML file. */
  readonly shape: (typeof SHAPES)[number];
  readonly states: readonly ValueState[];
  readonly locales: readonly string[];
  /** Version of an XLIFF file. */
  readonly xliffVersion: (typeof XLIFF_VERSIONS)[number];
  /** True to escape cells of a CSV file that a spreadsheet would interpret as formulas. */
  readonly csvSafe: boolean;
  /** True for a file to translate elsewhere, with source texts and missing translations. */
  readonly isHandOff: boolean;
  /** Option of `.properties` files. True to write all non-ASCII characters as escapes. */
  readonly isAscii: boolean;
  /** Pattern of the paths in the archive. If it is empty, files are named after their locales. */
  readonly path: string;
  /** Prefix of the names of the keys, which may contain the placeholders of `path`. Empty for no prefix. */
  readonly prefix: string;
}

export const hasShape = (format: FileFormatName): boolean => format === 'json' || format === 'yaml';

/** True for a file format that people translate elsewhere. */
export const hasHandOff = (format: FileFormatName): boolean =>
  format === 'csv' || format === 'xliff';

/** Requests the raw file, because JSON without the profile would be the API's envelope. */
const typeOf = (format: FileFormatName): string =>
  format === 'json' ? 'application/json; profile=raw' : contentTypeOf(format);

/** True for a file format that contains all locales in one file. */
export const isMultiLocale = (format: FileFormatName): boolean =>
  format === 'csv' || format === 'xcstrings';

/**
 * True if the export is a single file: its format contains all locales in one file, or there is one locale and no
 * path. Otherwise, the export is an archive.
 */
export const isOneFile = ({ format, locales, path }: ExportOptions): boolean =>
  isMultiLocale(format) || (locales.length === 1 && path === '');

/** Returns the media type with which an export is requested. */
export const acceptOf = (options: ExportOptions): string =>
  isOneFile(options) ? typeOf(options.format) : 'application/zip';

/** Returns the request body of an export, without default values. */
export function exportBody(options: ExportOptions) {
  const { format, shape, xliffVersion, states, locales, csvSafe, isHandOff, isAscii } = options;
  const { path, prefix } = options;
  const [locale = ''] = locales;
  const isOne = isOneFile(options) && locales.length === 1;
  return {
    ...(isOne ? { locale } : { locales: [...locales] }),
    format,
    ...(!isOneFile(options) && path !== '' && { path, ...(prefix !== '' && { prefix }) }),
    ...(hasShape(format) && shape !== 'flat' && { shape }),
    ...(format === 'xliff' && xliffVersion !== 'auto' && { xliffVersion }),
    ...(states.length < STATES.length && { states: [...states] }),
    ...(format === 'csv' && csvSafe && { csvSafe }),
    ...(hasHandOff(format) && isHandOff && { handOff: true }),
    ...(format === 'properties' && isAscii && { charset: 'iso-8859-1' as const }),
  };
}

/** Returns a command that downloads the same export with an API key. */
export function commandOf(origin: string, projectId: string, options: ExportOptions): string {
  const { format, locales } = options;
  const isOne = isOneFile(options);
  const name = isOne && locales.length === 1 ? locales[0] : 'translations';
  const output = `${name}.${isOne ? extensionOf(format) : 'zip'}`;
  return [
    `curl -fsS '${origin}/v1/i18n/projects/${projectId}/export'`,
    `  -H "Authorization: ApiKey $PARLANCE_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -H 'Accept: ${acceptOf(options)}'`,
    `  -d '${JSON.stringify(exportBody(options))}'`,
    `  -o ${output}`,
  ].join(' \\\n');
}
