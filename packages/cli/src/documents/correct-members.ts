import type { MatchedFile } from '@parlance/config';
import {
  type FileFormat,
  formatById,
  type PatchNotice,
  type PatchOptions,
  type PatchReport,
} from '@parlance/formats';
import { type Document, LIMITS } from './documents.ts';
import type { ReadContext } from './read-context.ts';

/** True if the members of texts in a file depend on the file of the source locale. */
export const hasSourceMembers = ({ spec, locale }: MatchedFile, { sourceLocale }: ReadContext) =>
  locale !== null && locale !== sourceLocale && formatOf(spec).correctsUnchanged === true;

const formatOf = ({ format }: MatchedFile['spec']): FileFormat => formatById(format)!;

/** Returns the file of the source locale that differs from a file only in its locale. */
export const sourceFileOf = <File extends MatchedFile>(
  { spec, values }: MatchedFile,
  files: readonly File[],
  { sourceLocale }: ReadContext,
): File | undefined =>
  files.find(
    (file) =>
      file.spec === spec &&
      file.locale === sourceLocale &&
      JSON.stringify(file.values) === JSON.stringify(values),
  );

/** Finds the members of unchanged texts that differ from the file of the source locale. */
export async function findWrongMembers(
  { spec, locale, bytes }: MatchedFile & Pick<Document, 'bytes'>,
  source: Uint8Array,
  { keySeparator, sourceLocale }: ReadContext,
): Promise<PatchNotice[]> {
  const options: PatchOptions = {
    keySeparator,
    sourceLocaleTag: sourceLocale,
    localeTags: [locale!],
    shape: 'flat',
    limits: LIMITS,
    missing: 'keep',
    sibling: source,
  };
  const patched = formatOf(spec).patch(bytes, noRows(), options);
  let next: IteratorResult<Uint8Array, PatchReport>;
  do next = await patched.next();
  while (!next.done);
  return next.value.notices ?? [];
}

async function* noRows(): AsyncGenerator<never, void> {}
