import { FormatError, type ReadOptions } from '../../format.ts';
import { EntryNames } from '../../names/entry-names.ts';
import type { EntryPart, EntryProfile } from './profile.ts';
import type { JsonMember } from './scan.ts';

/** Reads the members of a file. Rejects a name that is a duplicate or too long. */
export class EntryChecker {
  readonly #profile: EntryProfile;
  readonly #options: Pick<ReadOptions, 'limits' | 'localeTag' | 'sourceLocaleTag'>;
  readonly #names: EntryNames;

  constructor(
    profile: EntryProfile,
    options: Pick<ReadOptions, 'limits' | 'localeTag' | 'sourceLocaleTag'>,
  ) {
    this.#profile = profile;
    this.#options = options;
    this.#names = new EntryNames(options.limits);
  }

  hasText(name: string): boolean {
    return this.#names.has(this.#profile.identity?.(name) ?? name);
  }

  read(member: JsonMember): EntryPart {
    const part = this.#profile.read(member, this.#options);
    if (part.kind !== 'text') return part;
    const { line, column } = member.value.place;
    const identity = this.#profile.identity?.(part.name) ?? part.name;
    try {
      this.#names.claim(identity, { line, column });
    } catch (error) {
      if (!(error instanceof FormatError) || identity === part.name) throw error;
      throw new FormatError(error.message, { path: part.name, line, column });
    }
    return part;
  }
}
