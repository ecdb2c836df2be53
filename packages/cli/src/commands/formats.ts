import {
  describeUnread,
  detectFormat,
  formatById,
  formatByPath,
  HEAD_BYTES,
} from '@parlance/formats';
import type { FileFormatName } from '@parlance/sdk';
import type { Call } from '../command.ts';
import { failUsage } from '../fault.ts';

/**
 * Returns the file format. It is the value of `--format` if given. Otherwise, it is detected from
 * the path and the content of the file.
 */
export function detectedFormat(
  flag: string | undefined,
  path: string,
  content: Uint8Array = new Uint8Array(),
): FileFormatName {
  const head = content.subarray(0, HEAD_BYTES);
  const format = flag ?? detectFormat({ path, head }) ?? formatByPath(path)?.id;
  if (format !== undefined) return format as FileFormatName;
  return failUsage(`The format is not known. ${describeUnread({ path, head })} Add --format.`);
}

export const contentTypeOf = (format: FileFormatName): string => formatById(format)!.contentType;

/**
 * Returns the encoding that `--charset` selects.
 * @throws CliError for a format with a fixed encoding
 */
export function charsetFor(
  flags: Call['flags'],
  format: FileFormatName,
): { charset?: 'utf-8' | 'iso-8859-1' } {
  const charset = flags.text('charset') as 'utf-8' | 'iso-8859-1' | undefined;
  if (charset === undefined) return {};
  if (format !== 'properties') failUsage('--charset is for .properties files only.');
  return { charset };
}
