import { Batches, rowLength } from '../../batches.ts';
import { NumberColumn } from '../../columns.ts';
import { type FileRow, FormatError, type ReadOptions } from '../../format.ts';
import { NameIndex } from '../../name-index.ts';
import { assertText, isLongerThan } from '../../utf8.ts';
import { decodeApple } from '../encoding.ts';
import { descriptionOf } from './comments.ts';
import { type StringsEntry, type StringsHandler, StringsScanner } from './scan.ts';

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

/** Turns entries into rows. */
export class StringsReader implements StringsHandler {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  readonly #names = new NameIndex();
  readonly #lines = new NumberColumn();

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  entry(entry: StringsEntry): void {
    this.check(entry);
    const { name, text = name } = entry;
    const description = this.#descriptionOf(entry);
    const values = [{ localeTag: this.#options.localeTag, text }];
    this.batches.add(description === undefined ? { name, values } : { name, description, values });
  }

  trailingComment(): void {}

  /** @throws FormatError for a duplicate key, and for a name or text that cannot be stored */
  check({ name, text = name, line, column }: StringsEntry): void {
    const { keyNameLength, valueLength } = this.#options.limits;
    assertText(name, name, { line, column });
    if (text !== name) assertText(text, name, { line, column });
    const at = { path: name, line, column };
    if (isLongerThan(name, keyNameLength)) {
      throw new FormatError(`the key name has more than ${keyNameLength} characters`, at);
    }
    if (isLongerThan(text, valueLength)) {
      throw new FormatError(`the text has more than ${valueLength} characters`, at);
    }
    const other = this.#names.add(name);
    if (other !== -1) {
      throw new FormatError(
        `duplicate key ${JSON.stringify(name)}: first on line ${this.#lines.at(other)}, again on line ${line}`,
        at,
      );
    }
    this.#lines.push(line);
  }

  #descriptionOf({ name, comment, line, column }: StringsEntry): string | undefined {
    if (comment === undefined) return undefined;
    const limit = this.#options.limits.descriptionLength;
    const description = comment === null ? null : descriptionOf(comment);
    if (description === undefined) return undefined;
    if (description === null || isLongerThan(description, limit)) {
      this.#options.warn({
        path: name,
        code: 'description_too_long',
        message: `The comment has more than ${limit} characters and is not imported as a description.`,
      });
      return undefined;
    }
    assertText(description, name, { line, column });
    return description;
  }
}
