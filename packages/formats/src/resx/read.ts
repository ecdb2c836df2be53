import type { FileRow, NameRule, ReadOptions } from '../format.ts';
import { descriptionFrom } from '../names/entry-names.ts';
import { PlatformNames } from '../names/platform-names.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { counted } from '../text/counted.ts';
import { decodeUnicode, type Encoding } from '../text/encoding.ts';
import { requireText } from '../text/utf8.ts';
import { readComment } from './comments.ts';
import { type ResxEntry, ResxScanner } from './scan.ts';

export async function* readResx(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const batches = new Batches<FileRow>(rowLength);
  let encoding: Encoding = 'utf-8';
  let scanner: ResxScanner | undefined;
  const names = new PlatformNames(NAME_RULE);
  const onEntry = (entry: ResxEntry): void => {
    names.add(entry.name);
    batches.add(rowOf(entry, options));
  };
  const onOther = (name: string): void => names.add(name);
  const started = () => new ResxScanner(onEntry, options.limits, encoding, onOther);
  const onStart = (start: { encoding: Encoding }): void => {
    encoding = start.encoding;
  };
  for await (const piece of decodeUnicode(bytes, { onStart })) {
    scanner ??= started();
    scanner.write(piece);
    yield* batches.takeFull();
  }
  scanner ??= started();
  scanner.end();
  warnOfOthers(scanner, options);
  const warning = names.warning();
  if (warning !== null) options.warn(warning);
  yield* batches.takeAll();
}

export const NAME_RULE: NameRule = {
  code: 'names_differ_in_case',
  identity: (name) => name.toLowerCase(),
  describe: (count) =>
    `${counted(count, 'name differs', 'names differ')} from another name only in case: MSBuild keeps one of them (MSB3568), and Mono's resgen stops`,
};

function warnOfOthers({ otherCount, firstOther }: ResxScanner, { warn }: ReadOptions): void {
  if (otherCount === 0) return;
  const message = `${counted(otherCount, 'entry that is no text, such as an icon or a size, was', 'entries that are no texts, such as icons and sizes, were')} skipped`;
  warn({ path: firstOther, code: 'binary_skipped', message });
}

function rowOf({ name, value, comment, place }: ResxEntry, options: ReadOptions): FileRow {
  const row: FileRow = {
    name,
    values: [{ localeTag: options.localeTag, text: value?.text ?? '' }],
  };
  if (comment === null) return row;
  requireText(comment.text, name, place);
  const { description, isLocked } = readComment(comment.text);
  const kept = descriptionFrom(description, name, options);
  if (kept !== undefined) row.description = kept;
  if (isLocked) row.translatable = false;
  return row;
}
