import { type FileRow, FormatError, type ReadOptions } from '../format.ts';
import { descriptionFrom, EntryNames, skipComment } from '../names/entry-names.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { isLongerThan, requireText } from '../text/utf8.ts';
import { decodeProperties } from './charset.ts';
import { descriptionOf } from './comments.ts';
import type { PropertiesEntry, PropertiesHandler } from './entry.ts';
import { PropertiesScanner } from './scan.ts';

export async function* readProperties(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const reader = new PropertiesReader(options);
  const scanner = scannerFor(reader, options);
  for await (const piece of decodeProperties(bytes, options)) {
    scanner.write(piece);
    yield* reader.batches.takeFull();
  }
  scanner.end();
  yield* reader.batches.takeAll();
}

export const scannerFor = (
  handler: PropertiesHandler,
  { limits, charset }: Pick<ReadOptions, 'limits' | 'charset'>,
): PropertiesScanner => new PropertiesScanner(handler, limits, charset === 'iso-8859-1');

export class PropertiesReader implements PropertiesHandler {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  readonly #names: EntryNames;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#names = new EntryNames(options.limits);
  }

  entry(entry: PropertiesEntry): void {
    this.check(entry);
    const { name, text } = entry;
    const description = this.#descriptionOf(entry);
    const values = [{ localeTag: this.#options.localeTag, text }];
    this.batches.add(description === undefined ? { name, values } : { name, description, values });
  }

  /** @throws FormatError for a duplicate key, and for a name, text or comment that cannot be stored */
  check({ name, text, comment, line, column }: PropertiesEntry): void {
    this.#names.claim(name, { line, column });
    const { valueLength } = this.#options.limits;
    if (isLongerThan(text, valueLength)) {
      const message = `the text has more than ${valueLength} characters`;
      throw new FormatError(message, { path: name, line, column });
    }
    requireText(text, name, { line, column });
    if (comment) requireText(comment, name, { line, column });
  }

  #descriptionOf({ name, comment }: PropertiesEntry): string | undefined {
    if (comment === undefined) return undefined;
    if (comment === null) return skipComment(name, this.#options);
    const text = descriptionOf(comment);
    return text === undefined ? undefined : descriptionFrom(text, name, this.#options);
  }
}
