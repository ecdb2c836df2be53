import { type FileRow, isPartial, type PartialGroups } from '@parlance/formats';

export async function* withoutPartial(
  batches: AsyncIterable<FileRow[]>,
  partial: PartialGroups,
): AsyncGenerator<FileRow[], void> {
  for await (const rows of batches) yield rows.filter(({ name }) => !isPartial(partial, name));
}

export async function* withoutPrefix(
  batches: AsyncIterable<FileRow[]>,
  { length }: string,
): AsyncGenerator<FileRow[], void> {
  for await (const rows of batches) {
    yield rows.map(({ name, plural, ...row }) => ({
      ...row,
      name: name.slice(length),
      ...(plural && { plural: { ...plural, family: plural.family.slice(length) } }),
    }));
  }
}

export async function* counting(
  batches: AsyncIterable<FileRow[]>,
  localeTags: readonly string[],
  onTexts: (count: number) => void,
): AsyncGenerator<FileRow[], void> {
  const counted = new Set(localeTags);
  for await (const rows of batches) {
    let count = 0;
    for (const { values } of rows) {
      for (const { localeTag } of values) if (counted.has(localeTag)) count++;
    }
    onTexts(count);
    yield rows;
  }
}
