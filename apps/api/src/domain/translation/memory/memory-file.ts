import { LIMITS } from '@parlance/contracts';
import { NumberColumn, readTmx, TextColumn, type TmxUnit } from '@parlance/formats';
import { isSameLocale } from '@parlance/locales';

const MAX_NAMED = 50;

/** Source locale and target locales of a project. Texts in other languages are skipped. */
export interface MemoryLocales {
  readonly sourceLocale: string;
  readonly targetLocales: readonly string[];
}

/** The translations that a project can use from a TMX file. They are stored outside V8's heap. */
export class MemoryFile {
  units = 0;
  /**
   * Number of units that are skipped, because they lack a source text or a translation that the
   * project can use.
   */
  skipped = 0;
  readonly #locales: MemoryLocales;
  readonly #sources = new TextColumn();
  readonly #targets = new TextColumn();
  readonly #targetLocales = new NumberColumn();
  /** The locale of the project for each language in the file. Null if no locale matches. */
  readonly #known = new Map<string, string | null>();

  private constructor(locales: MemoryLocales) {
    this.#locales = locales;
  }

  /** @throws FormatError if the file is not TMX */
  static async read(bytes: AsyncIterable<Uint8Array>, locales: MemoryLocales): Promise<MemoryFile> {
    const file = new MemoryFile(locales);
    const limits = { valueLength: LIMITS.valueLength, units: LIMITS.memoryUnitsPerImport };
    for await (const units of readTmx(bytes, limits)) {
      for (const unit of units) file.#add(unit);
    }
    return file;
  }

  get sourceLocale(): string {
    return this.#locales.sourceLocale;
  }

  get length(): number {
    return this.#sources.length;
  }

  at(index: number): { source: string; target: string; targetLocale: string } {
    return {
      source: this.#sources.at(index),
      target: this.#targets.at(index),
      targetLocale: this.#locales.targetLocales[this.#targetLocales.at(index)]!,
    };
  }

  /** Languages in the file that match no locale of the project. */
  get otherLocales(): string[] {
    const others = [...this.#known].filter(([, code]) => code === null).map(([tag]) => tag);
    return others.sort().slice(0, MAX_NAMED);
  }

  #add({ variants }: TmxUnit): void {
    this.units += 1;
    const texts = new Map<string, string>();
    for (const { localeTag, text } of variants) {
      const code = this.#codeOf(localeTag);
      if (code !== null && (code === localeTag || !texts.has(code))) texts.set(code, text);
    }
    const { sourceLocale, targetLocales } = this.#locales;
    const source = texts.get(sourceLocale);
    const before = this.length;
    for (const [at, locale] of targetLocales.entries()) {
      const target = texts.get(locale);
      if (source === undefined || target === undefined) continue;
      this.#sources.push(source);
      this.#targets.push(target);
      this.#targetLocales.push(at);
    }
    if (this.length === before) this.skipped += 1;
  }

  #codeOf(tag: string): string | null {
    let code = this.#known.get(tag);
    if (code === undefined) {
      const { sourceLocale, targetLocales } = this.#locales;
      code = codeFor(tag, [sourceLocale, ...targetLocales]);
      if (this.#known.size < 1000) this.#known.set(tag, code);
    }
    return code;
  }
}

/**
 * Returns the locale of the project for a language in the file: the same tag, or else the only tag
 * that means the same (`zh-Hans` for `zh-CN`), or the only tag that is more general or more
 * specific. Null if there is no such locale.
 */
function codeFor(tag: string, codes: readonly string[]): string | null {
  if (codes.includes(tag)) return tag;
  const same = codes.filter((code) => isSameLocale(code, tag));
  if (same.length === 1) return same[0]!;
  const near = codes.filter((code) => code.startsWith(`${tag}-`) || tag.startsWith(`${code}-`));
  return near.length === 1 ? near[0]! : null;
}
