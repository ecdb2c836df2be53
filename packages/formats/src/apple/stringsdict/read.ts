import { type FileRow, FormatError, type ReadOptions } from '../../format.ts';
import { descriptionFrom, EntryNames } from '../../names/entry-names.ts';
import { standsForOther } from '../../plural/plural-categories.ts';
import { Batches, rowLength } from '../../text/batches.ts';
import { counted } from '../../text/counted.ts';
import type { Encoding } from '../../text/encoding.ts';
import { isLongerThan, requireText } from '../../text/utf8.ts';
import { decodeApple } from '../encoding.ts';
import { contentOf, type EntryContent, type EntryText } from './entry.ts';
import { type PlistEntry, PlistScanner } from './scan.ts';

export async function* readStringsdict(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const reader = new Reader(options);
  let encoding: Encoding = 'utf-8';
  let scanner: PlistScanner | undefined;
  const startScanner = () =>
    new PlistScanner((entry) => reader.take(entry), options.limits, encoding);
  const pieces = decodeApple(bytes, (start) => {
    encoding = start.encoding;
  });
  for await (const piece of pieces) {
    scanner ??= startScanner();
    scanner.write(piece);
    yield* reader.batches.takeFull();
  }
  (scanner ?? startScanner()).end();
  reader.end();
  yield* reader.batches.takeAll();
}

class Reader {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  readonly #checker: EntryChecker;
  #skipped: { name: string; line: number } | null = null;
  #skippedCount = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#checker = new EntryChecker(options);
  }

  take(entry: PlistEntry): void {
    const content = this.#checker.check(entry);
    const { texts, skipped } = content;
    this.#skipped ??= skipped[0] ?? null;
    this.#skippedCount += skipped.length;
    const description =
      entry.comment === null
        ? undefined
        : descriptionFrom(entry.comment.text, entry.name, this.#options);
    const { localeTag } = this.#options;
    const derived = derivedOthers(content, localeTag);
    for (const text of texts) {
      if (derived.has(text)) continue;
      const { name, plural, value } = text;
      const row: FileRow = { name, values: [{ localeTag, text: value.text }] };
      if (description !== undefined) row.description = description;
      if (plural !== undefined) row.plural = plural;
      this.batches.add(row);
    }
  }

  end(): void {
    if (this.#skipped === null) return;
    const { name, line } = this.#skipped;
    this.#options.warn({
      path: name,
      code: 'rules_skipped',
      message: `${counted(this.#skippedCount, 'member that is no plural, width or device rule was', 'members that are no plural, width or device rule were')} skipped; the first is on line ${line}`,
    });
  }
}

export class EntryChecker {
  readonly #limits: ReadOptions['limits'];
  readonly #names: EntryNames;
  readonly #localeTag: string;

  constructor({ limits, localeTag }: Pick<ReadOptions, 'limits' | 'localeTag'>) {
    this.#limits = limits;
    this.#localeTag = localeTag;
    this.#names = new EntryNames(limits);
  }

  check(entry: PlistEntry): EntryContent {
    const content = contentOf(entry, this.#localeTag);
    for (const text of content.texts) this.#checkText(text);
    return content;
  }

  #checkText({ name, value: { text, place } }: EntryText): void {
    this.#names.claim(name, place);
    const { valueLength } = this.#limits;
    if (isLongerThan(text, valueLength)) {
      const message = `the string has more than ${valueLength} characters`;
      throw new FormatError(message, { path: name, ...place });
    }
    requireText(text, name, place);
  }
}

/** Returns the forms `other` that are in the file only because Apple requires them. */
export function derivedOthers(
  { texts, variables }: EntryContent,
  localeTag: string,
): Map<EntryText, EntryText> {
  const derived = new Map<EntryText, EntryText>();
  if (variables.length === 0) return derived;
  const stand = standsForOther(localeTag);
  if (stand === null) return derived;
  for (const text of texts) {
    const { plural } = text;
    if (plural?.category !== 'other' || plural.domain !== 'integer') continue;
    const standing = texts.find(({ name }) => name === `${plural.family}.${stand}`);
    if (standing?.value.text === text.value.text) derived.set(text, standing);
  }
  return derived;
}
