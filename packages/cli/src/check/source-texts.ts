import { NameIndex } from '@parlance/formats';

/** Source texts by key. Most files have the keys in the same order, so the next key is compared before keys are searched. */
export class SourceTexts {
  readonly #keys = new NameIndex();
  readonly #texts: string[] = [];
  #next = 0;

  set(key: string, text: string): void {
    const existingIndex = this.#keys.add(key);
    this.#texts[existingIndex === -1 ? this.#texts.length : existingIndex] = text;
  }

  get(key: string): string | undefined {
    const index = this.#keys.isAt(this.#next, key) ? this.#next : this.#keys.indexOf(key);
    if (index === -1) return undefined;
    this.#next = index + 1;
    return this.#texts[index];
  }

  *keys(): Generator<string, void> {
    for (let index = 0; index < this.#keys.length; index++) yield this.#keys.at(index);
  }
}
