import {
  type DetectedFormat,
  detectFormat,
  FORMATS,
  formatById,
  formatByPath,
  HEAD_BYTES,
} from '@parlance/formats';
import type { FileFormatName } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { failUsage } from '../fault.ts';

/** Returns the format from `--format`, or the detected one of a file by its name and content. */
export function detectedFormat(
  flag: string | undefined,
  path: string,
  content: Uint8Array,
): { format: FileFormatName; warning?: DetectedFormat['warning'] } {
  if (flag !== undefined) return { format: flag as FileFormatName };
  const detected = detectFormat({ path, head: content.subarray(0, HEAD_BYTES) });
  if (detected === null) return { format: formatOf(undefined, path) };
  const { format, warning } = detected;
  return { format: format as FileFormatName, ...(warning && { warning }) };
}

/** Returns the format from `--format`, which the table of commands has validated, or from a file name. */
export function formatOf(flag: string | undefined, path: string): FileFormatName {
  const format = flag ?? formatByPath(path)?.id;
  if (format !== undefined) return format as FileFormatName;
  const ids = FORMATS.map(({ id }) => id).join(', ');
  return failUsage(`The format is not known. Add --format with one of ${ids}.`);
}

export const contentTypeOf = (format: FileFormatName): string => formatById(format)!.contentType;

/** Returns the option of `--charset`. @throws CliError for a format that knows its encoding */
export function charsetFor(
  flags: Call['flags'],
  format: FileFormatName,
): { charset?: 'utf-8' | 'iso-8859-1' } {
  const charset = flags.text('charset') as 'utf-8' | 'iso-8859-1' | undefined;
  if (charset === undefined) return {};
  if (format !== 'properties') failUsage('--charset is for .properties files only.');
  return { charset };
}
