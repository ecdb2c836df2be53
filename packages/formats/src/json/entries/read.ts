import type { FileRow, ReadOptions } from '../../format.ts';
import { warningsOfLocales } from '../../locale/platform-locales.ts';
import { descriptionFrom } from '../../names/entry-names.ts';
import { PlatformNames } from '../../names/platform-names.ts';
import { Batches, rowLength } from '../../text/batches.ts';
import { decodeUtf8 } from '../../text/utf8.ts';
import type { WarningCode } from '../../warnings.ts';
import { EntryChecker } from './check.ts';
import type { EntryProfile } from './profile.ts';
import { type EntryHandler, EntryScanner, type JsonMember } from './scan.ts';

/** Returns a function that reads JSON files by the rules of a profile. */
export const readEntries = (profile: EntryProfile) =>
  async function* read(
    bytes: AsyncIterable<Uint8Array>,
    options: ReadOptions,
  ): AsyncGenerator<FileRow[], void> {
    const reader = new EntryReader(profile, options);
    const scanner = new EntryScanner(reader, options.limits, { ...profile, container: null });
    for await (const piece of decodeUtf8(bytes)) {
      scanner.write(piece);
      yield* reader.batches.takeFull();
    }
    scanner.end();
    reader.end();
    yield* reader.batches.takeAll();
  };

class EntryReader implements EntryHandler {
  readonly batches = new Batches<FileRow>(rowLength);
  readonly #profile: EntryProfile;
  readonly #options: ReadOptions;
  readonly #checker: EntryChecker;
  /** The last row that was read. The next member may contain its description. */
  #last: FileRow | null = null;
  /** Descriptions by key name. A description that directly follows its text is not stored here. */
  readonly #early = new Map<string, string>();

  readonly #platformNames: PlatformNames | null;
  /** For each warning, the first entry and the number of entries. */
  readonly #warned = new Map<WarningCode, { first: string; count: number }>();

  constructor(profile: EntryProfile, options: ReadOptions) {
    this.#profile = profile;
    this.#options = options;
    this.#checker = new EntryChecker(profile, options);
    this.#platformNames = profile.nameRule ? new PlatformNames(profile.nameRule) : null;
    for (const warning of warningsOfLocales(profile, [options.localeTag])) options.warn(warning);
  }

  entry(member: JsonMember): void {
    const part = this.#checker.read(member);
    if (part.kind === 'file') return;
    const { name } = part;
    const given =
      part.description === undefined
        ? undefined
        : descriptionFrom(part.description.trim(), name, this.#options);
    if (part.kind === 'about') {
      if (given !== undefined) this.#describe(name, given);
      return;
    }
    this.#settle();
    this.#platformNames?.add(name);
    const description = given ?? this.#early.get(name);
    this.#early.delete(name);
    for (const code of part.warnings ?? []) {
      const { first, count } = this.#warned.get(code) ?? { first: name, count: 0 };
      this.#warned.set(code, { first, count: count + 1 });
    }
    const values = [{ localeTag: this.#options.localeTag, text: part.value.text }];
    this.#last = description === undefined ? { name, values } : { name, description, values };
  }

  end(): void {
    this.#settle();
    for (const [code, { first, count }] of this.#warned) {
      const message = this.#profile.warnings![code]!(count);
      this.#options.warn({ path: first, code, message });
    }
    const named = this.#platformNames?.warning();
    if (named) this.#options.warn(named);
    const late = [...this.#early.keys()].filter((name) => this.#checker.hasText(name));
    if (late.length === 0) return;
    const message = `${late.length} descriptions were skipped: other entries stand between them and their texts`;
    this.#options.warn({ path: late[0]!, code: 'description_skipped', message });
  }

  #describe(name: string, description: string): void {
    if (this.#last?.name === name) {
      const { values } = this.#last;
      this.#last = { name, description, values };
    } else this.#early.set(name, description);
  }

  #settle(): void {
    if (this.#last !== null) this.batches.add(this.#last);
    this.#last = null;
  }
}
