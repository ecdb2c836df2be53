import type { FileRow, FileValue, ReadOptions } from '../format.ts';
import { warningsOfLocales } from '../locale/platform-locales.ts';
import { standsForOther } from '../plural/plural-categories.ts';
import { Batches, rowLength } from '../text/batches.ts';
import { decodeUtf8, isLongerThan, requireText } from '../text/utf8.ts';
import { ANDROID_LOCALES } from './locale-rule.ts';
import { AndroidScanner, type Container, type Entry, type ScanHandler } from './scanner.ts';
import { decodeText, TextError } from './text.ts';

/** Maximum number of entities that a warning names. */
const MAX_NAMED = 10;

/**
 * Returns the rows of a resource file.
 * @throws FormatError with line and column.
 */
export async function* readAndroid(
  bytes: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): AsyncGenerator<FileRow[], void> {
  const reader = new Reader(options);
  for await (const piece of decodeUtf8(bytes)) {
    reader.scanner.write(piece);
    yield* reader.batches.takeFull();
  }
  reader.end();
  yield* reader.batches.takeAll();
}

class Reader implements ScanHandler {
  readonly scanner: AndroidScanner;
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #options: ReadOptions;
  #items: FileRow[] = [];
  #references = 0;
  #firstReference = '';

  constructor(options: ReadOptions) {
    this.#options = options;
    this.scanner = new AndroidScanner(this, options.limits);
  }

  entry(entry: Entry, container: Container | null): void {
    const text = this.#textOf(entry);
    if (text === null) return;
    const row: FileRow = { name: entry.name, values: [text] };
    const comment = entry.comment ?? container?.comment;
    if (comment && comment.text !== '') row.description = this.#describe(entry, comment.text);
    if (!entry.isTranslatable) row.translatable = false;
    if (entry.category === null) {
      this.batches.add(row);
      return;
    }
    row.plural = { family: container!.name, category: entry.category, domain: 'integer' };
    this.#items.push(row);
  }

  container(container: Container): void {
    if (container.kind !== 'plurals') return;
    const derived = derivedOther(this.#items, this.#options.localeTag);
    for (const row of this.#items) if (row !== derived) this.batches.add(row);
    this.#items = [];
  }

  strayText(line: number): void {
    const message = `text on line ${line} belongs to no string and was skipped`;
    this.#options.warn({ path: '', code: 'text_skipped', message });
  }

  end(): void {
    this.scanner.end();
    this.#warnOfEntities();
    const { localeTag, warn } = this.#options;
    for (const warning of warningsOfLocales({ localeRule: ANDROID_LOCALES }, [localeTag]))
      warn(warning);
    if (this.#references === 0) return;
    this.#options.warn({
      path: this.#firstReference,
      code: 'references_skipped',
      message: `${this.#references} references to other resources, such as @string/name, were skipped`,
    });
  }

  #warnOfEntities(): void {
    const names = [...this.scanner.ownEntities].map((name) => `&${name};`);
    if (names.length === 0) return;
    const named = names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : '');
    const message = `the file declares the entities ${named}: they stay in the texts as they are written`;
    this.#options.warn({ path: '', code: 'own_entities', message });
  }

  #textOf({ name, raw, place }: Entry): FileValue | null {
    const { limits, localeTag, isCompose = false, warn } = this.#options;
    try {
      const decoded = decodeText(raw, { isCompose, vocabulary: this.scanner.vocabulary });
      const { text, isReference, hasApostrophe } = decoded;
      if (isReference) {
        if (this.#references === 0) this.#firstReference = name;
        this.#references += 1;
        return null;
      }
      if (hasApostrophe) {
        const message = `an apostrophe on line ${place.line} is not escaped; Android does not build the file`;
        warn({ path: name, code: 'unescaped_apostrophe', message });
      }
      if (isLongerThan(text, limits.valueLength)) {
        const message = `the string has more than ${limits.valueLength} characters`;
        throw this.scanner.fault(message, place, name);
      }
      requireText(text, name, place);
      return { localeTag, text };
    } catch (error) {
      if (error instanceof TextError) throw this.scanner.fault(error.message, place, name);
      throw error;
    }
  }

  #describe({ name, place }: Entry, text: string): string {
    const { descriptionLength } = this.#options.limits;
    if (isLongerThan(text, descriptionLength)) {
      const message = `the description has more than ${descriptionLength} characters`;
      throw this.scanner.fault(message, place, name);
    }
    return text;
  }
}

/** Returns the form `other` of a plural if the file contains this form only because Android requires it. */
function derivedOther(items: readonly FileRow[], localeTag: string): FileRow | undefined {
  const stand = standsForOther(localeTag);
  if (stand === null) return undefined;
  const itemOf = (category: string) => items.find(({ plural }) => plural!.category === category);
  const other = itemOf('other');
  const text = itemOf(stand)?.values[0]?.text;
  return text !== undefined && other?.values[0]?.text === text ? other : undefined;
}
