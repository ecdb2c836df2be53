import type { FileWarning } from '@parlance/formats';

/** Most warnings that an answer lists. */
const MAX_WARNINGS = 1000;

/** Warnings as an answer has them: the first thousand, and how many more there were. */
export class WarningList {
  readonly #first: FileWarning[] = [];
  #omitted = 0;

  add(warning: FileWarning): void {
    if (this.#first.length < MAX_WARNINGS) this.#first.push(warning);
    else this.#omitted++;
  }

  addAll(other: WarningList): void {
    for (const warning of other.#first) this.add(warning);
    this.#omitted += other.#omitted;
  }

  toList(): FileWarning[] {
    if (this.#omitted === 0) return [...this.#first];
    const message = `${this.#omitted} more warnings are not listed`;
    return [...this.#first, { path: '', code: 'warnings_omitted', message }];
  }
}
