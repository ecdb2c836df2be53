import type { FileWarning, NameRule } from '../format.ts';

/**
 * Counts the names of a file that the platform of its format does not accept. Names of several
 * files can be checked together, if each is added with the place of its file.
 */
export class PlatformNames {
  readonly #rule: NameRule;
  readonly #identities = new Set<string>();
  #first: string | null = null;
  #count = 0;

  constructor(rule: NameRule) {
    this.#rule = rule;
  }

  add(name: string, place = ''): void {
    const { identity, isAllowed } = this.#rule;
    if (identity === undefined) {
      if (isAllowed?.(name) !== false) return;
    } else {
      const placeAndName = `${place}\0${identity(name)}`;
      if (!this.#identities.has(placeAndName)) {
        this.#identities.add(placeAndName);
        return;
      }
    }
    this.#first ??= name;
    this.#count += 1;
  }

  /** Returns a warning that names the first name. Null if the platform accepts all names. */
  warning(): FileWarning | null {
    if (this.#first === null) return null;
    const { code, describe } = this.#rule;
    return { path: this.#first, code, message: describe(this.#count) };
  }
}
