import type { Warning } from '@parlance/contracts';
import {
  type FileFormat,
  PlatformNames,
  warningsOfLocales,
  warningsOfMissing,
} from '@parlance/formats';

/** Collects what the tool that reads exported files will reject or ignore. */
export class PlatformWarnings {
  readonly #format: FileFormat;
  readonly #names: PlatformNames | null;
  readonly #sourceLocaleTag: string;

  constructor(format: FileFormat, sourceLocaleTag: string) {
    this.#sourceLocaleTag = sourceLocaleTag;
    this.#format = format;
    this.#names = format.nameRule ? new PlatformNames(format.nameRule) : null;
  }

  /** True if the names of the exported keys must be passed to {@link addName}. */
  get needsNames(): boolean {
    return this.#names !== null;
  }

  /** Adds the name of a key, with the prefix that its file leaves out. */
  addName(name: string, prefix: string): void {
    this.#names?.add(name.slice(prefix.length), prefix);
  }

  /** `isWhole` is true if the export contains a file for each locale of an app. */
  list(localeTags: readonly string[], isWhole: boolean): Warning[] {
    const named = this.#names?.warning();
    return [
      ...warningsOfLocales(this.#format, localeTags),
      ...(isWhole ? warningsOfMissing(this.#format, localeTags, this.#sourceLocaleTag) : []),
      ...(named ? [named] : []),
    ];
  }
}
