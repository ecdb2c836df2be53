import type { FileFormat, FileRow, ReadOptions } from '@parlance/formats';
import { FORMAT_LIMITS, inCatalogWords } from '../../kernel/index.ts';
import { ContentBuilder, type FileContent } from './file-content.ts';
import { readRows } from './read-rows.ts';

export interface ImportTarget {
  keySeparator: string | null;
  sourceLocale: string;
}

export type ReadingOptions = Pick<ReadOptions, 'csvSafe' | 'poKind' | 'charset' | 'isCompose'>;

export interface ContentTarget extends ImportTarget, ReadingOptions {
  localeTag: string;
  /** Prefix of the key names. Defaults to none. */
  prefix?: string;
}

/**
 * Reads a file with a known format and locale.
 * @throws `content_invalid` with line and column
 */
export function readContent(
  format: FileFormat,
  bytes: AsyncIterable<Uint8Array>,
  { sourceLocale: sourceLocaleTag, prefix = '', ...rest }: ContentTarget,
): Promise<FileContent> {
  return inCatalogWords('content_invalid', async () => {
    const builder = new ContentBuilder();
    const keyNameLength = Math.max(0, FORMAT_LIMITS.keyNameLength - [...prefix].length);
    const options = { ...rest, sourceLocaleTag, limits: { ...FORMAT_LIMITS, keyNameLength } };
    const rows = readRows(format, bytes, options, builder.content.warnings);
    const state = format.states?.unmarked;
    const unmarked =
      state && rest.localeTag !== sourceLocaleTag ? { localeTag: rest.localeTag, state } : null;
    for await (const batch of rows) {
      builder.add(prefix === '' ? batch : batch.map((row) => prefixed(row, prefix)), unmarked);
    }
    return builder.finish();
  });
}

const prefixed = (row: FileRow, prefix: string): FileRow => ({
  ...row,
  name: prefix + row.name,
  ...(row.plural && { plural: { ...row.plural, family: prefix + row.plural.family } }),
});
