import { NumberColumn } from '../../names/columns.ts';
import { NameIndex } from '../../names/name-index.ts';
import type { XmlPosition } from '../xml-reader.ts';

/**
 * Names and ids of the units in a document. A name is unique in the document, and an id is unique
 * in its `<file>`.
 */
export class UnitNames {
  readonly #names = new NameIndex();
  readonly #lines = new NumberColumn();
  readonly #columns = new NumberColumn();
  readonly #files = new NumberColumn();
  #otherIds = new NameIndex();
  #file = 0;

  beginFile(): void {
    this.#file += 1;
    this.#otherIds = new NameIndex();
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  hasId(id: string): boolean {
    const at = this.#names.indexOf(id);
    return (at !== -1 && this.#files.at(at) === this.#file) || this.#otherIds.has(id);
  }

  addId(id: string): void {
    this.#otherIds.add(id);
  }

  /**
   * Adds a unit. If an earlier unit has the same name, returns the line of that unit. Otherwise
   * returns null.
   */
  add(name: string, id: string, place: XmlPosition): XmlPosition | null {
    const first = this.#names.add(name);
    if (first !== -1) return { line: this.#lines.at(first), column: this.#columns.at(first) };
    this.#lines.push(place.line);
    this.#columns.push(place.column);
    this.#files.push(name === id ? this.#file : 0);
    if (name !== id) this.addId(id);
    return null;
  }
}
