import { type FileRow, FormatError, type ReadOptions } from '../../format.ts';
import { descriptionFrom, EntryNames, skipComment } from '../../names/entry-names.ts';
import { Batches, rowLength } from '../../text/batches.ts';
import { isLongerThan, requireText } from '../../text/utf8.ts';
import { decodeApple } from '../encoding.ts';
import { descriptionOf } from './comments.ts';
import type { StringsEntry, StringsHandler } from './entry.ts';
import { StringsScanner } from './scan.ts';

export async function* readStrings(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const reader = new StringsReader(options);
  const scanner = scannerFor(reader, options);
  for await (const piece of decodeApple(bytes)) {
    scanner.write(piece);
    yield* reader.batches.takeFull();
  }
  scanner.end();
  yield* reader.batches.takeAll();
}

export function scannerFor(
  handler: StringsHandler,
  { limits }: Pick<ReadOptions, 'limits'>,
): StringsScanner {
  return new StringsScanner(handler, {
    keyLength: limits.keyNameLength,
    valueLength: limits.valueLength,
    commentLength: limits.descriptionLength,
  });
}

export class StringsReader implements StringsHandler {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  readonly #names: EntryNames;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#names = new EntryNames(options.limits);
  }

  entry(entry: StringsEntry): void {
    this.check(entry);
    const { name, text = name } = entry;
    const description = this.#descriptionOf(entry);
    const values = [{ localeTag: this.#options.localeTag, text }];
    this.batches.add(description === undefined ? { name, values } : { name, description, values });
  }

  trailingComment(): void {}

  /** @throws FormatError for a duplicate key, and for a name, text or comment that cannot be stored. */
  check({ name, text = name, comment, line, column }: StringsEntry): void {
    this.#names.claim(name, { line, column });
    const { valueLength } = this.#options.limits;
    if (isLongerThan(text, valueLength)) {
      const message = `the text has more than ${valueLength} characters`;
      throw new FormatError(message, { path: name, line, column });
    }
    if (text !== name) requireText(text, name, { line, column });
    requireText(comment ?? '', name, { line, column });
  }

  #descriptionOf({ name, comment }: StringsEntry): string | undefined {
    if (comment === undefined) return undefined;
    if (comment === null) return skipComment(name, this.#options);
    const text = descriptionOf(comment);
    return text === undefined ? undefined : descriptionFrom(text, name, this.#options);
  }
}
