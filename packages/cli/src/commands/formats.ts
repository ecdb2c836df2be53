import { extname } from 'node:path';
import { type DetectedFormat, detectFormat, HEAD_BYTES } from '@parlance/formats';
import type { FileFormatName } from '@parlance/sdk';
import { failUsage } from '../fault.ts';

const BY_EXTENSION: Readonly<Record<string, FileFormatName>> = {
  '.json': 'json',
  '.csv': 'csv',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.xlf': 'xliff',
  '.xliff': 'xliff',
  '.po': 'po',
  '.pot': 'po',
  '.xml': 'android',
  '.strings': 'strings',
  '.stringsdict': 'stringsdict',
  '.xcstrings': 'xcstrings',
};

/** The format of `--format`, or that of a file by its name and content. */
export function detectedFormat(
  flag: string | undefined,
  path: string,
  content: Uint8Array,
): { format: FileFormatName; warning?: DetectedFormat['warning'] } {
  if (flag !== undefined) return { format: flag as FileFormatName };
  const head = content.subarray(0, HEAD_BYTES);
  const detected = detectFormat({ path, head });
  if (detected === null) return { format: formatOf(undefined, path) };
  const { format, warning } = detected;
  return { format: format as FileFormatName, ...(warning && { warning }) };
}

/** The format of `--format`, which the table of commands has checked, or of a file name. */
export function formatOf(flag: string | undefined, path: string): FileFormatName {
  const format = (flag as FileFormatName | undefined) ?? BY_EXTENSION[extname(path).toLowerCase()];
  return (
    format ??
    failUsage(
      'The format is not known. Add --format json, csv, yaml, xliff, po, android, strings, stringsdict or xcstrings.',
    )
  );
}

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
