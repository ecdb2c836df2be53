import type { MatchedFile } from '@parlance/config';
import type { Document, KeyText } from '../documents/documents.ts';

/** Key names by locale, from all files that were checked so far. */
export class SeenKeys {
  readonly #seen = new Map<string, Set<string>>();
  readonly #files = new Map<string | null, number>();

  constructor(files: readonly MatchedFile[]) {
    for (const { locale } of files) this.#files.set(locale, (this.#files.get(locale) ?? 0) + 1);
  }

  repeated({ locale: own }: Document, locale: string, texts: readonly KeyText[]): string[] {
    const several = this.#files.get(null) ?? 0;
    const isAlone =
      own === null
        ? several + (this.#files.get(locale) ?? 0) === 1
        : several + this.#files.get(own)! === 1;
    if (isAlone) return [];
    const seen = this.#seen.get(locale) ?? new Set();
    this.#seen.set(locale, seen);
    return texts.map(({ key }) => key).filter((key) => seen.has(key) || !seen.add(key));
  }
}
