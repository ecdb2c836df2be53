import { expect } from 'vitest';
import { xcstrings } from '../src/apple/xcstrings/xcstrings.ts';
import { type FilePlural, type FileRow, type FileValue, FormatError } from '../src/format.ts';
import {
  batches,
  collectBytes,
  collectPatch,
  collectRows,
  inOneChunk,
  readOptions,
  rejection,
  TEST_LIMITS,
} from './conformance/io.ts';

export const base = { sourceLocaleTag: 'en', keySeparator: '.', shape: 'flat' } as const;
export const writing = { ...base, label: 'in three locales', localeTags: ['de', 'en', 'pt-BR'] };

const encode = (text: string) => new TextEncoder().encode(text);

export const read = (file: string, sourceLocaleTag = 'en') =>
  collectRows(xcstrings, inOneChunk(encode(file)), { ...readOptions(writing), sourceLocaleTag });

export async function faultOf(file: string): Promise<FormatError> {
  const fault = await rejection(read(file));
  expect(fault, file.slice(0, 200)).toBeInstanceOf(FormatError);
  return fault as FormatError;
}

export const TAGS = ['de', 'en', 'fr', 'ru'];

export const patch = (
  file: string,
  rows: readonly FileRow[],
  missing: 'keep' | 'remove' = 'remove',
  localeTags: readonly string[] = TAGS,
) =>
  collectPatch(xcstrings, encode(file), rows, {
    ...base,
    localeTags,
    limits: TEST_LIMITS,
    missing,
  });

export const write = async (rows: readonly FileRow[], localeTags: readonly string[] = TAGS) =>
  Buffer.from(
    await collectBytes(xcstrings.write(batches(rows), { ...base, localeTags })),
  ).toString();

export type Texts = Record<string, string | FileValue>;

export const row = (name: string, texts: Texts, more: Partial<FileRow> = {}): FileRow => ({
  name,
  ...more,
  values: Object.entries(texts).map(([localeTag, value]) =>
    typeof value === 'string' ? { localeTag, text: value } : value,
  ),
});

export const form = (family: string, category: FilePlural['category'], texts: Texts): FileRow =>
  row(`${family}.${category}`, texts, { plural: { family, category, domain: 'integer' } });

export const review = (localeTag: string, text: string): FileValue => ({
  localeTag,
  text,
  state: 'needs_review',
});

export const catalog = (strings: unknown) =>
  JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, null, 2).replaceAll(
    '": ',
    '" : ',
  );

export const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } });

export const forms = (texts: Record<string, string>) => ({
  variations: {
    plural: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, unit(text)])),
  },
});
